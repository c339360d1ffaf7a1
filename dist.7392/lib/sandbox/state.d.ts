import type { SandboxOptions, SandboxState } from "./types.ts";
/** Returns the state of a new sandbox. */
export declare function createState({ seed, latency, tokensPerSecond, pendingPolls, now, faults, rateLimit, }: SandboxOptions): SandboxState;
