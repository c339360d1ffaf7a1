import type { InferenceProvider } from "../inference/index.ts";
import type { Route } from "./types.ts";
/** The routes of each provider. */
export declare const SERVICES: Record<InferenceProvider, readonly Route[]>;
