import { Bucket } from "./bucket.ts";
import { ServiceFailure } from "./failure.ts";
import { type Buckets, rateHeaders } from "./rate-headers.ts";

/** A limit of calls that every provider enforces for itself. */
export interface RateLimit {
	requestsPerMinute?: number | undefined;
	/** Tokens of prompts and answers, counted when the answer is complete. */
	tokensPerMinute?: number | undefined;
	/** Seconds' worth of requests and tokens that may be used at once. Default 1. */
	burst?: number | undefined;
	/** Whether responses report the limit, and a 429 when to retry. Default true. */
	headers?: boolean | undefined;
}

/** The limits in headers if none is enforced. */
const TOLD = { requestsPerMinute: 60_000, tokensPerMinute: 6_000_000 };

/** The limits of all services of one sandbox. */
export class RateLimits {
	readonly #limit: RateLimit;
	readonly #now: () => number;
	readonly #services = new Map<string, Buckets>();

	constructor(limit: RateLimit, now: () => number) {
		this.#limit = limit;
		this.#now = now;
	}

	/**
	 * Takes one request from a service's buckets.
	 * @throws ServiceFailure 429 when there is none left
	 */
	admit(service: string): void {
		const buckets = this.#find(service);
		const { requestsPerMinute, tokensPerMinute } = this.#limit;
		const exceeded =
			requestsPerMinute !== undefined && buckets.requests.wait > 0
				? "request"
				: tokensPerMinute !== undefined && buckets.tokens.wait > 0
					? "token"
					: undefined;
		if (exceeded === undefined) {
			buckets.requests.take(1);
			return;
		}
		const bucket = exceeded === "request" ? buckets.requests : buckets.tokens;
		throw new ServiceFailure(429, `Rate limit reached: ${bucket.perMinute} ${exceeded}s per minute.`, {
			code: service === "together" ? `dynamic_${exceeded}_limited` : "rate_limit_exceeded",
			headers:
				this.#limit.headers === false
					? {}
					: { ...this.headers(service), "retry-after": String(Math.max(1, Math.ceil(bucket.wait))) },
		});
	}

	/** Takes the tokens of an answer from a service's bucket. */
	spend(service: string, tokens: number): void {
		this.#find(service).tokens.take(tokens);
	}

	/** Response headers that state the limits of the service. */
	headers(service: string): Record<string, string> {
		if (this.#limit.headers === false) return {};
		return rateHeaders(service, this.#find(service));
	}

	#find(service: string): Buckets {
		const now = this.#now();
		const known = this.#services.get(service);
		if (known) {
			known.requests.refill(now);
			known.tokens.refill(now);
			return known;
		}
		const {
			requestsPerMinute = TOLD.requestsPerMinute,
			tokensPerMinute = TOLD.tokensPerMinute,
			burst = 1,
		} = this.#limit;
		const buckets = {
			requests: new Bucket(requestsPerMinute, burst, now),
			tokens: new Bucket(tokensPerMinute, burst, now),
		};
		this.#services.set(service, buckets);
		return buckets;
	}
}
