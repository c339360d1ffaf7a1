import type { IncomingCall } from "../types.ts";
import { type HfInput } from "./hf-input.ts";
type HfTask = (input: HfInput, incoming: IncomingCall) => Response | Promise<Response>;
/** Image and audio tasks in the form of hf-inference. */
export declare const HF_MEDIA_TASKS: Readonly<Record<string, HfTask>>;
export {};
