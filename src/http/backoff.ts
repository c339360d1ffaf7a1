/** How the pauses between attempts grow. */
interface Backoff {
	/** Pause after the first failure, in milliseconds. */
	first: number;
	/** Longest pause, in milliseconds. */
	longest: number;
	/** Factor by which each further pause is longer. */
	factor: number;
	/** Random share of a pause, from 0 to 1, so that clients that failed together do not retry together. */
	jitter: number;
}

/** Operations that are retried, with their backoff if no response sets the delay. */
const BACKOFFS = {
	/** A request after a temporary failure. */
	request: { first: 250, longest: 60_000, factor: 2, jitter: 0.5 },
	/** Calls to a service that has refused one because of its rate limit. */
	"rate-limit": { first: 2000, longest: 60_000, factor: 2, jitter: 0 },
	/** A lane of a batch whose service fails, or does not respond. */
	failures: { first: 2000, longest: 60_000, factor: 2, jitter: 0 },
	/** A call of the gateway to the same target. */
	target: { first: 250, longest: 8000, factor: 2, jitter: 0 },
	/** A poll of a job of a batch service. */
	job: { first: 1000, longest: 60_000, factor: 2, jitter: 0 },
	/** Reading from a bucket, or a commit to a repository. */
	storage: { first: 500, longest: 60_000, factor: 2, jitter: 0.5 },
	/** A lock that another process holds. */
	lock: { first: 10, longest: 250, factor: 1.5, jitter: 1 },
	/** A file that another program has open: on Windows it cannot be replaced. */
	file: { first: 10, longest: 800, factor: 2, jitter: 0 },
} as const satisfies Readonly<Record<string, Backoff>>;

/**
 * Returns the delay before the next attempt, in milliseconds. Every retry uses this function.
 * @param failures in a row, from 1
 * @param limits override those of the table
 */
export function backoff(
	what: keyof typeof BACKOFFS,
	failures: number,
	limits: { first?: number | undefined; longest?: number | undefined } = {},
): number {
	const { first, longest, factor, jitter }: Backoff = BACKOFFS[what];
	const wait = Math.min(limits.longest ?? longest, (limits.first ?? first) * factor ** (failures - 1));
	return wait * (1 - jitter + jitter * Math.random());
}
