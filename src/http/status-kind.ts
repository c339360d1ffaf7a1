/** The meaning of an error status. Every rule about it is a complete table over these kinds. */
export type StatusKind =
	/** Any other status that is not the service's fault. */
	| "refused"
	| "unauthorized"
	/** The account has no credit. */
	| "unpaid"
	| "forbidden"
	| "not-found"
	| "timeout"
	| "gone"
	| "too-large"
	| "rate-limited"
	/** Busy, or under maintenance. */
	| "unavailable"
	/** A proxy or gateway cannot reach the service. */
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
