export { parseJson, readMember } from "../json.ts";
export { isConnectionFailure } from "./connection.ts";
export { readEvents, type ServerSentEvent } from "./events.ts";
export { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./redact.ts";
export {
	type Fetch,
	type RetryNotice,
	type RetryOptions,
	readRetryAfter,
	retry,
} from "./retry.ts";
export {
	type Answer,
	describeRequest,
	describeResponse,
	type ErrorTextOptions,
	findDetail,
	isType,
	readAnswer,
	send,
	type WireRequest,
} from "./send.ts";
export { readStream } from "./stream.ts";
export { replaceBody, type TimeoutOptions, timeout } from "./timeout.ts";
export { abortReason, LONGEST_TIMER, race, wait } from "./wait.ts";
