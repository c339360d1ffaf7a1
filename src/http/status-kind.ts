/** What the status of an error response means; what follows from it is a complete table over these, wherever it is needed. */
export type StatusKind =
	/** Any other status that is not the service's fault. */
	| "refused"
	| "unauthorized"
	/** Credit is missing. */
	| "unpaid"
	| "forbidden"
	| "not-found"
	| "timeout"
	| "gone"
	| "too-large"
	| "rate-limited"
	/** Busy, or under maintenance. */
	| "unavailable"
	/** What stands before the service does not reach it. */
	| "unreachable"
	/** Any other fault of the service; also one that it reports inside a successful response. */
	| "failed";

const KINDS: Readonly<Record<number, StatusKind | undefined>> = {
	401: "unauthorized",
	402: "unpaid",
	403: "forbidden",
	404: "not-found",
	408: "timeout",
	410: "gone",
	413: "too-large",
	429: "rate-limited",
	502: "unreachable",
	503: "unavailable",
	504: "unreachable",
	// Anthropic's.
	529: "unavailable",
};

/** Returns what the status of a response with an error means. */
export function kindOfStatus(status: number): StatusKind {
	return KINDS[status] ?? (status >= 500 || status < 300 ? "failed" : "refused");
}

interface StatusFacts {
	/** Worth another attempt at once, after a pause. */
	isRetried: boolean;
	/** The same request may succeed later. */
	mayPass: boolean;
	/** The service is the cause, not the request: another one may take it. */
	mayPassElsewhere: boolean;
}

const REQUEST = { isRetried: false, mayPass: false, mayPassElsewhere: false };
const SERVICE = { isRetried: false, mayPass: true, mayPassElsewhere: true };

/** What follows from a kind, wherever the request was sent. */
export const STATUS_FACTS: Readonly<Record<StatusKind, StatusFacts>> = {
	refused: REQUEST,
	unauthorized: REQUEST,
	unpaid: { ...REQUEST, mayPassElsewhere: true },
	forbidden: REQUEST,
	"not-found": REQUEST,
	timeout: SERVICE,
	gone: { ...REQUEST, mayPassElsewhere: true },
	"too-large": REQUEST,
	"rate-limited": { ...SERVICE, isRetried: true },
	unavailable: { ...SERVICE, isRetried: true },
	unreachable: { ...SERVICE, isRetried: true },
	failed: SERVICE,
};
