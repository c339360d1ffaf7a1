export { createSpending } from "./budgets.ts";
export type { CallSummary, KeptCall } from "./call-book.ts";
export { GatewayError } from "./errors.ts";
export { createGateway } from "./gateway.ts";
export type { Reply, ReplyStream } from "./reply.ts";
export type {
	Alias,
	Budget,
	CallContent,
	DocumentText,
	Endpoint,
	Gateway,
	GatewayOptions,
	GatewayRequest,
	GatewaySettings,
	KeptConversation,
	LocalModel,
	LocalServers,
	LocalService,
	NamedKey,
	PageFiles,
	ReadForm,
	Spending,
	Spent,
	Target,
	TimedAttempt,
	TokenPrices,
} from "./types.ts";
