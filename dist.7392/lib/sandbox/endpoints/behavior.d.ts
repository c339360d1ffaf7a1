import { ServiceFailure } from "../failure.ts";
/**
 * Refuses models that do not exist, and lets those made for tests misbehave.
 * @param kind a job fails later, not when it is queued
 * @throws ServiceFailure as the model's name says
 */
export declare function checkBehavior(model: string, kind?: "call" | "job"): void;
export declare function noSuchModel(model: string): ServiceFailure;
