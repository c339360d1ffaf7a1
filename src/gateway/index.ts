export type { CallSummary, KeptCall } from "./call-book.ts";
export { GatewayError } from "./errors.ts";
export { createGateway } from "./gateway.ts";
export { parseAlias, parseTarget } from "./targets.ts";
export type { TimedAttempt } from "./timed-attempt.ts";
export type { Gateway, GatewayOptions, GatewayRequest, PageFiles, ReadForm, Target } from "./types.ts";
