export { parseJson, readMember } from "../base/json.ts";
export { abortError, abortReason, MAX_TIMER_MS, onAbort, race, type Wait, wait } from "./abort.ts";
export type { Limits } from "./body.ts";
export {
	addObserver,
	type BodyObserver,
	type BoundedBody,
	type BoundedResponse,
	dropBody,
	isType,
	joinObservers,
	limitStream,
	NOTIFIES,
	type ObservableResponse,
	openBody,
	type PieceReader,
	readErrorText,
	readFile,
	readPieces,
	readResponse,
	readText,
	type StoreFile,
} from "./body.ts";
export { type CancellableFetch, Cancellation, type EndSignal, fetchWith, followSignal } from "./cancellation.ts";
export { findErrorCode, isConnectionFailure } from "./connection.ts";
export { findDetail } from "./error-detail.ts";
export { EventParser, readEvents, type ServerSentEvent } from "./events.ts";
export { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./redact.ts";
export { guardRedirects, isRefusedRedirect } from "./redirect.ts";
export * from "./retry.ts";
export * from "./send.ts";
export { StreamReader } from "./stream.ts";
export { replaceBody, type TimeoutOptions, timeout } from "./timeout.ts";
export { decodeUri, parseHttpUrl, urlBelow } from "./url.ts";
