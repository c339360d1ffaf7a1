import forms from "./data/rate-headers.json" with { type: "json" };
import { ServiceFailure } from "./failure.ts";

/** A limit of calls that every provider enforces for itself. */
export interface RateLimit {
	requestsPerMinute?: number | undefined;
	/** Tokens of prompts and answers, counted when the answer is complete. */
	tokensPerMinute?: number | undefined;
	/** Seconds' worth of requests and tokens in a burst. Default 1. */
	burst?: number | undefined;
	/** Whether responses report the limit, and a 429 when to retry. Default true. */
	headers?: boolean | undefined;
}

/** The limits of all services of one sandbox. */
export class ServiceLimits {
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
		const { requests, tokens } = this.#find(service);
		const { requestsPerMinute, tokensPerMinute, headers } = this.#limit;
		const lacksRequests = requestsPerMinute !== undefined && requests.wait > 0;
		const lacksTokens = tokensPerMinute !== undefined && tokens.wait > 0;
		if (!lacksRequests && !lacksTokens) {
			requests.take(1);
			return;
		}
		const [unit, { perMinute, wait }] = lacksRequests ? ["request", requests] : ["token", tokens];
		const retry = { "retry-after": String(Math.max(1, Math.ceil(wait))) };
		throw new ServiceFailure(429, `Rate limit reached: ${perMinute} ${unit}s per minute.`, {
			code: service === "together" ? `dynamic_${unit}_limited` : "rate_limit_exceeded",
			headers: headers === false ? {} : { ...this.headers(service), ...retry },
		});
	}

	/** Takes the tokens of an answer from a service's bucket. */
	spend(service: string, tokens: number): void {
		this.#find(service).tokens.take(tokens);
	}

	/** Response headers that state the limits of the service. */
	headers(service: string): Record<string, string> {
		return this.#limit.headers === false ? {} : rateHeaders(service, this.#find(service));
	}

	#find(service: string): Buckets {
		const now = this.#now();
		// The defaults are what headers report if no limit is enforced.
		const { requestsPerMinute = 60_000, tokensPerMinute = 6_000_000, burst = 1 } = this.#limit;
		const buckets = this.#services.get(service) ?? {
			requests: new Bucket(requestsPerMinute, burst, now),
			tokens: new Bucket(tokensPerMinute, burst, now),
		};
		this.#services.set(service, buckets);
		buckets.requests.refill(now);
		buckets.tokens.refill(now);
		return buckets;
	}
}

/** A token bucket that refills continuously. The level may fall below 0 if the price is known only afterwards. */
class Bucket {
	readonly perMinute: number;
	readonly #capacity: number;
	#level: number;
	#time: number;

	constructor(perMinute: number, burst: number, now: number) {
		this.perMinute = perMinute;
		this.#capacity = Math.max(1, (perMinute / 60) * burst);
		this.#level = this.#capacity;
		this.#time = now;
	}

	refill(now: number): void {
		this.#level = Math.min(this.#capacity, this.#level + ((now - this.#time) / 60_000) * this.perMinute);
		this.#time = now;
	}

	take(amount: number): void {
		this.#level -= amount;
	}

	get remaining(): number {
		return Math.max(0, Math.floor(this.#level));
	}

	/** Seconds until there is room for one more. */
	get wait(): number {
		return Math.max(0, ((1 - this.#level) / this.perMinute) * 60);
	}

	/** Seconds until it is full. */
	get reset(): number {
		return ((this.#capacity - this.#level) / this.perMinute) * 60;
	}
}

/** The requests and tokens of a service that are left. */
interface Buckets {
	requests: Bucket;
	tokens: Bucket;
}

/** Rate-limit headers of responses, by service; most write them as OpenAI does. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = forms;

/** Returns the headers in which a service states its remaining limits. */
function rateHeaders(service: string, { requests, tokens }: Buckets): Record<string, string> {
	const facts = new Map([...listFacts("requests", requests), ...listFacts("tokens", tokens)]);
	const headers = Object.entries(FORMS[service] ?? forms.openai).map(([name, text]): [string, string] => [
		name,
		text.replace(/\{([\w.]+)\}/g, (_, fact: string) => String(facts.get(fact))),
	]);
	const isOver = service === "fireworks-ai" && (requests.wait > 0 || tokens.wait > 0);
	return Object.fromEntries(isOver ? [...headers, ["x-ratelimit-over-limit", "yes"]] : headers);
}

function listFacts(name: string, { perMinute, remaining, reset }: Bucket): [string, string | number][] {
	const minutesPerDay = 24 * 60;
	return [
		[`${name}.limit`, perMinute],
		[`${name}.left`, remaining],
		// Some count requests per day.
		[`${name}.limitOfDay`, perMinute * minutesPerDay],
		[`${name}.leftOfDay`, (perMinute - 1) * minutesPerDay + remaining],
		[`${name}.reset`, reset],
		[`${name}.seconds`, Math.ceil(reset)],
		[`${name}.duration`, formatDuration(reset)],
	];
}

/** Seconds as OpenAI writes them: `12ms`, `1s`, `1m2.5s`. */
function formatDuration(seconds: number): string {
	if (seconds < 1) return `${Math.ceil(seconds * 1000)}ms`;
	const minutes = Math.floor(seconds / 60);
	const rest = Number((seconds - minutes * 60).toFixed(3));
	return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
