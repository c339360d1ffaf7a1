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
