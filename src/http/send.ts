import { parseJson, readMember, stringify } from "../base/json.ts";
import { type HttpRequestInfo, type HttpResponseInfo, InferenceClientProviderApiError } from "../errors.ts";
import { isType, type Limits, readErrorText } from "./body.ts";
import { findDetail } from "./error-detail.ts";
import { isRefusedRedirect } from "./redirect.ts";
import { type Fetch, readRetryAfter } from "./retry.ts";
import { resolveUrl } from "./url.ts";

/** A request ready to be sent. */
export interface WireRequest {
	url: string;
	info: RequestInit & { method: string; headers: Record<string, string> };
}

const NO_DETAIL = "Failed to perform inference: an HTTP error occurred when requesting the provider";

/**
 * Sends a request once.
 * @returns the response, its body unread
 * @throws ProviderApiError if the status is not a success
 */
export function send(request: WireRequest, fetch: Fetch, options: SendOptions): Promise<Response> {
	return fetch(request.url, request.info).then((response) => {
		options.onResponse?.(response);
		return response.ok ? response : throwProviderError(response, request, options);
	});
}

export interface SendOptions extends ErrorTextOptions {
	/** Called with each response, before its status is looked at. */
	onResponse?: ((response: Response) => void) | undefined;
}

export interface ErrorTextOptions {
	/** Whether a stream was requested; some messages differ. */
	streaming: boolean;
	/** Start of the message "this model cannot chat", used for the option `chatCompletion`. */
	chatFailure?: string | undefined;
	limits?: Limits | undefined;
}

/** Throws the error of an unsuccessful response. */
async function throwProviderError(response: Response, request: WireRequest, options: ErrorTextOptions): Promise<never> {
	const { headers, status } = response;
	const fail = (message: string, body: unknown): never => {
		throw new InferenceClientProviderApiError(message, describeRequest(request), describeResponse(response, body));
	};
	const text = await readErrorText(response, options.limits);
	if (isRefusedRedirect(response)) return fail(describeRedirect(response, request.url), text);
	if (isType(headers, "application/json") || isType(headers, "application/problem+json")) {
		const body = parseJson(text);
		if (body === undefined || body === null) return fail(`${NO_DETAIL}.`, text);
		if (options.chatFailure !== undefined && [400, 404, 422, 500].includes(status)) {
			return fail(`${options.chatFailure} Error: ${stringify(readMember(body, "error"))}`, body);
		}
		const detail = findDetail(body);
		return fail(detail === undefined ? `${NO_DETAIL}.` : `Failed to perform inference: ${detail}`, body);
	}
	if (isType(headers, "text/plain") && text !== "") return fail(`Failed to perform inference: ${text}`, text);
	return options.streaming ? fail(`${NO_DETAIL}.`, text) : fail(NO_DETAIL, "");
}

function describeRedirect(response: Response, url: string): string {
	const location = resolveUrl(response.headers.get("location"), url);
	const target = location ? `to ${location.origin}` : "elsewhere";
	return `The service redirects ${target}: refused, because the request must stay with ${new URL(url).origin}.`;
}

/** Returns the request in the form that errors contain. */
export function describeRequest({ url, info }: WireRequest): HttpRequestInfo {
	return { url, method: info.method, headers: { ...info.headers }, body: info.body };
}

/** Returns the response in the form that errors contain. */
export function describeResponse(response: Response, body: unknown): HttpResponseInfo {
	const retryAfter = readRetryAfter(response.headers);
	return {
		requestId: response.headers.get("x-request-id") ?? "",
		status: response.status,
		// Error bodies are objects or strings; other values are kept.
		body: body as HttpResponseInfo["body"],
		...(retryAfter === undefined ? {} : { retryAfter: retryAfter / 1000 }),
	};
}
