import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderOutputError,
} from "../errors.ts";
import type { Fetch, Limits } from "../http/index.ts";
import { describeResponse, guardRedirects, readErrorText, readText, removeSecret, urlBelow } from "../http/index.ts";
import { defaultCache, type LookupCache } from "./cache.ts";
import { HUB_URL } from "./url.ts";

export { HUB_URL } from "./url.ts";

/**
 * Returns the URL of a model's record.
 * @throws InputError for a model id that leads away from the hub's models
 */
export function modelUrl(model: string, query: string, options: HubOptions): string {
	const url = urlBelow(`${hubBase(options)}/api/models`, model + query);
	if (url === undefined) throw new InferenceClientInputError(`"${model}" is no model id.`);
	return url;
}

/** Sends a GET to the hub. `withToken` says whether the caller's token is sent. */
export function getFromHub(url: string, options: HubOptions, withToken: boolean): Promise<Response> {
	const fetch = guardRedirects(options.fetch ?? globalThis.fetch);
	const { accessToken, signal } = options;
	return fetch(url, {
		...(withToken && accessToken ? { headers: { Authorization: `Bearer ${accessToken}` } } : {}),
		...(signal ? { signal } : {}),
	});
}

/**
 * Reads a response of the hub, also one that is an error.
 * @throws HubApiError when it is too large
 */
export async function readHubText(
	response: Response,
	failure: string,
	url: string,
	options: HubOptions,
): Promise<string> {
	if (!response.ok) return readErrorText(response, options.limits);
	try {
		return await readText(response, options.limits);
	} catch (error) {
		if (!(error instanceof InferenceClientProviderOutputError)) throw error;
		throw hubError(`${failure}: ${error.message}`, url, response, "", options);
	}
}

/** Returns the error for an answer of the hub that cannot be used. */
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

/** How to reach the hub. */
export interface HubOptions {
	/** URL of the hub. Default `https://huggingface.co`. */
	hubUrl?: string | undefined;
	accessToken?: string | undefined;
	/** Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	signal?: AbortSignal | undefined;
	/** Keeps answers between calls. Default: one bounded cache per process. */
	cache?: LookupCache | undefined;
	/** How many bytes of a response are read. */
	limits?: Limits | undefined;
}

/** Returns the URL of the hub in use, without a slash at its end. */
export function hubBase(options: HubOptions): string {
	return (options.hubUrl ?? HUB_URL).replace(/\/+$/, "");
}

export function cacheOf(options: HubOptions): LookupCache {
	return options.cache ?? defaultCache;
}
