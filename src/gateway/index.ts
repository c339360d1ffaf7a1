export type { CallSummary, KeptCall } from "./call-book.ts";
export { GatewayError } from "./errors.ts";
export { createGateway } from "./gateway.ts";
export { isStream, type Reply, type ReplyStream } from "./reply.ts";
export { parseAlias, parseTarget } from "./targets.ts";
export type {
	CallContent,
	Gateway,
	GatewayOptions,
	GatewayRequest,
	LocalServers,
	LocalService,
	NamedKey,
	PageFiles,
	ReadForm,
	Target,
	TimedAttempt,
} from "./types.ts";
