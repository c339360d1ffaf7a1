import { InferenceClientHubApiError } from "../errors.ts";
import { describeResponse, type Fetch, removeSecret } from "../http/index.ts";
import { defaultCache, type LookupCache } from "./cache.ts";
import { HUB_URL } from "./url.ts";

export { HUB_URL } from "./url.ts";

/** How to reach the hub. */
export interface HubOptions {
	/** Address of the hub. Default `https://huggingface.co`. */
	hubUrl?: string | undefined;
	accessToken?: string | undefined;
	/** Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	signal?: AbortSignal | undefined;
	/** Keeps answers between calls. Default: one bounded cache per process. */
	cache?: LookupCache | undefined;
}

/** Address of the hub in use, without a slash at its end. */
export function hubBase(options: HubOptions): string {
	return (options.hubUrl ?? HUB_URL).replace(/\/+$/, "");
}

export function cacheOf(options: HubOptions): LookupCache {
	return options.cache ?? defaultCache;
}

/** GET of a hub address. `withToken` says whether the caller's token goes along. */
export function getFromHub(url: string, options: HubOptions, withToken: boolean): Promise<Response> {
	const fetch = options.fetch ?? globalThis.fetch;
	const { accessToken, signal } = options;
	return fetch(url, {
		...(withToken && accessToken ? { headers: { Authorization: `Bearer ${accessToken}` } } : {}),
		...(signal ? { signal } : {}),
	});
}

/** The error for an answer of the hub that cannot be used. */
export function hubError(
	message: string,
	url: string,
	response: Response,
	body: unknown,
	{ accessToken }: HubOptions,
): InferenceClientHubApiError {
	// The request is shown without headers, so the constructor cannot know the secret.
	return new InferenceClientHubApiError(
		removeSecret(message, accessToken),
		{ url, method: "GET" },
		describeResponse(response, removeSecret(body, accessToken)),
	);
}
