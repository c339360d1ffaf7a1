export { parseJson, readMember } from "../base/json.ts";
export {
	abortError,
	abortReason,
	limitTime,
	MAX_TIMER_MS,
	onAbort,
	race,
	type TimedSignal,
	type Wait,
	wait,
} from "./abort.ts";
export * from "./body.ts";
export { type CancellableFetch, Cancellation, type EndSignal, fetchWith, followSignal } from "./cancellation.ts";
export { findErrorCode, isConnectionFailure } from "./connection.ts";
export { shareDeadline, startDeadline } from "./deadline.ts";
export { findDetail } from "./error-detail.ts";
export { EventParser, readEvents, type ServerSentEvent } from "./events.ts";
export { headerEntries, mergeHeaders } from "./headers.ts";
export { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./redact.ts";
export { guardRedirects, isRefusedRedirect } from "./redirect.ts";
export * from "./retry.ts";
export * from "./send.ts";
export { StreamReader } from "./stream.ts";
export { cancellableTimeout, replaceBody, type TimeoutOptions, timeout } from "./timeout.ts";
export { decodeUri, parseHttpUrl, urlBelow } from "./url.ts";
