import type { Bucket } from "./bucket.ts";

/** The requests and tokens of a service that are left. */
export interface Buckets {
	requests: Bucket;
	tokens: Bucket;
}

/** Rate-limit headers of responses, by service. */
type HeaderForm = (buckets: Buckets) => Record<string, string>;

const perResource: HeaderForm = ({ requests, tokens }) => ({
	"x-ratelimit-limit-requests": `${requests.perMinute}`,
	"x-ratelimit-limit-tokens": `${tokens.perMinute}`,
	"x-ratelimit-remaining-requests": `${requests.remaining}`,
	"x-ratelimit-remaining-tokens": `${tokens.remaining}`,
	"x-ratelimit-reset-requests": formatDuration(requests.reset),
	"x-ratelimit-reset-tokens": formatDuration(tokens.reset),
});

const MINUTES_PER_DAY = 24 * 60;

const FORMS: Readonly<Record<string, HeaderForm>> = {
	// Its requests are counted per day.
	groq: (buckets) => ({
		...perResource(buckets),
		"x-ratelimit-limit-requests": `${buckets.requests.perMinute * MINUTES_PER_DAY}`,
		"x-ratelimit-remaining-requests": `${(buckets.requests.perMinute - 1) * MINUTES_PER_DAY + buckets.requests.remaining}`,
	}),
	cerebras: ({ requests, tokens }) => ({
		"x-ratelimit-limit-requests-day": `${requests.perMinute * MINUTES_PER_DAY}`,
		"x-ratelimit-remaining-requests-day": `${(requests.perMinute - 1) * MINUTES_PER_DAY + requests.remaining}`,
		"x-ratelimit-reset-requests-day": "33011.382867097855",
		"x-ratelimit-limit-tokens-minute": `${tokens.perMinute}`,
		"x-ratelimit-remaining-tokens-minute": `${tokens.remaining}`,
		"x-ratelimit-reset-tokens-minute": `${tokens.reset}`,
	}),
	"fireworks-ai": ({ requests, tokens }) => ({
		"x-ratelimit-limit-requests": `${requests.perMinute}`,
		"x-ratelimit-remaining-requests": `${requests.remaining}`,
		"x-ratelimit-limit-tokens-prompt": `${tokens.perMinute}`,
		"x-ratelimit-remaining-tokens-prompt": `${tokens.remaining}`,
		"x-ratelimit-limit-tokens-generated": `${tokens.perMinute}`,
		"x-ratelimit-remaining-tokens-generated": `${tokens.remaining}`,
		...(requests.wait > 0 || tokens.wait > 0 ? { "x-ratelimit-over-limit": "yes" } : {}),
	}),
	together: ({ requests, tokens }) => ({
		"x-ratelimit-limit": `${requests.perMinute}`,
		"x-ratelimit-remaining": `${requests.remaining}`,
		"x-ratelimit-reset": `${Math.ceil(requests.reset)}`,
		"x-tokenlimit-limit": `${tokens.perMinute}`,
		"x-tokenlimit-remaining": `${tokens.remaining}`,
	}),
	hub: ({ requests }) => ({
		ratelimit: `"api";r=${requests.remaining};t=${Math.ceil(requests.reset)}`,
		"ratelimit-policy": `"fixed window";"api";q=${requests.perMinute};w=60`,
	}),
};

/** Returns the headers in which a service states its remaining limits. */
export function rateHeaders(service: string, buckets: Buckets): Record<string, string> {
	return (FORMS[service] ?? perResource)(buckets);
}

/** Seconds as OpenAI writes them: `12ms`, `1s`, `1m2.5s`. */
function formatDuration(seconds: number): string {
	if (seconds < 1) return `${Math.ceil(seconds * 1000)}ms`;
	const minutes = Math.floor(seconds / 60);
	const rest = Number((seconds - minutes * 60).toFixed(3));
	return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
