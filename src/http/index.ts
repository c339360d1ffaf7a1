export { parseJson, readMember } from "../json.ts";
export { readErrorText, readFile, readText, type StoreFile } from "./body.ts";
export { isConnectionFailure } from "./connection.ts";
export { findDetail } from "./error-detail.ts";
export { EventParser, readEvents, type ServerSentEvent } from "./events.ts";
export type { Limits } from "./limits.ts";
export { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./redact.ts";
export { guardRedirects, isRefusedRedirect } from "./redirect.ts";
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
	isType,
	type ReadOptions,
	readAnswer,
	send,
	type WireRequest,
} from "./send.ts";
export { readStream, StreamReader } from "./stream.ts";
export { replaceBody, type TimeoutOptions, timeout } from "./timeout.ts";
export { parseHttpUrl, urlBelow } from "./url.ts";
export { abortError, abortReason, LONGEST_TIMER, onAbort, race, wait } from "./wait.ts";
