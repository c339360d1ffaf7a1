import { type Job } from "../jobs.ts";
import type { IncomingCall } from "../types.ts";
/** Puts a job into the queue; the model's name may make it fail or never end. */
export declare function startJob({ state }: IncomingCall, model: string, result: () => Promise<unknown>): Job;
/** @throws ServiceFailure 404 when there is no such job */
export declare function findJob({ state }: IncomingCall, id: string | null | undefined): Job;
