import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderOutputError,
} from "../errors.ts";
import type { Fetch, Limits } from "../http/index.ts";
import { describeResponse, guardRedirects, readErrorText, readText, removeSecret, urlBelow } from "../http/index.ts";
import type { LookupCache } from "./cache.ts";
import { HUB_URL } from "./url.ts";

export { HUB_URL } from "./url.ts";

/**
 * Returns the URL of a model's record.
 * @throws InputError for a model id that points outside Hugging Face's models
 */
export function modelUrl(model: string, query: string, options: HubOptions): string {
	const url = urlBelow(`${hubBase(options)}/api/models`, model + query);
	if (url === undefined) throw new InferenceClientInputError(`"${model}" is not a model id.`);
	return url;
}

/** Records of Hugging Face are read up to this size, even if the limit for providers' responses is lower. */
const RECORD_BYTES = 2 ** 20;

/**
 * Sends a GET to Hugging Face, with the token in `options`, and reads the response, even an error.
 * @param failure start of the error message
 * @throws HubApiError if the response is too large
 */
export async function getFromHub(
	url: string,
	failure: string,
	options: HubOptions,
): Promise<{ response: Response; text: string }> {
	const { accessToken, signal, limits } = options;
	const response = await guardRedirects(options.fetch ?? globalThis.fetch)(url, {
		...(accessToken ? { headers: { Authorization: `Bearer ${accessToken}` } } : {}),
		...(signal ? { signal } : {}),
	});
	if (!response.ok) return { response, text: await readErrorText(response, limits) };
	try {
		const least = limits?.jsonBytes === undefined ? {} : { jsonBytes: Math.max(limits.jsonBytes, RECORD_BYTES) };
		return { response, text: await readText(response, { ...limits, ...least }) };
	} catch (error) {
		if (!(error instanceof InferenceClientProviderOutputError)) throw error;
		throw hubError(`${failure}: ${error.message}`, url, response, "", options);
	}
}

/** Returns the error for an unusable response of Hugging Face. */
export function hubError(
	message: string,
	url: string,
	response: Response,
	body: unknown,
	{ accessToken }: HubOptions,
): InferenceClientHubApiError {
	// The error shows the request without headers, so its constructor does not know the secret.
	return new InferenceClientHubApiError(
		removeSecret(message, accessToken),
		{ url, method: "GET" },
		describeResponse(response, removeSecret(body, accessToken)),
	);
}

/** How to reach Hugging Face. */
export interface HubOptions {
	/** URL of Hugging Face. Default `https://huggingface.co`. */
	hubUrl?: string | undefined;
	accessToken?: string | undefined;
	/** Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	signal?: AbortSignal | undefined;
	/** Keeps responses between calls. Default: one bounded cache per process. */
	cache?: LookupCache | undefined;
	/** How many bytes of a response are read. */
	limits?: Limits | undefined;
}

/** Returns the URL of Hugging Face, without a trailing slash. */
export function hubBase(options: HubOptions): string {
	return (options.hubUrl ?? HUB_URL).replace(/(?<!\/)\/+$/, "");
}
