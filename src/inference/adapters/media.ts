import { decodeDataUrl } from "../../base64.ts";
import { InferenceClientDownloadError, type InferenceClientError } from "../../errors.ts";
import { describeResponse } from "../../http/index.ts";
import type { ProviderResponse, Transport } from "../types.ts";
import { isString } from "./shape.ts";

/** What counts as the address of a file: a web address, or a path on the service's host. */
export function isFileUrl(value: unknown): value is string {
	return isString(value) && /^(https?:|\/)/.test(value);
}

/** The path of an address in an answer; undefined when it cannot be read as one. */
export function pathOf(address: unknown): string | undefined {
	return isString(address) && URL.canParse(address) ? new URL(address).pathname : undefined;
}

/** A Blob that can be a file: error pages and empty answers are Blobs too. */
export function isFile(value: unknown): value is Blob {
	return value instanceof Blob && value.size > 0 && !value.type.startsWith("text/");
}

/** How a failed download is reported. */
export interface DownloadError {
	/** `{url}` stands for the address, `{detail}` for the status text, or what went wrong while the body was read. */
	text?: string;
	/** Request headers to show; none are sent. */
	headers?: Record<string, string>;
}

/**
 * Fetches a file an answer points to: plainly, so that the token does not travel to whoever stores it.
 * Data URLs are decoded.
 * @param malformed makes the error for something that is no address
 * @throws ProviderApiError when the file cannot be had
 */
export async function download(
	response: ProviderResponse,
	address: unknown,
	malformed: () => InferenceClientError,
	error?: DownloadError,
): Promise<Blob> {
	if (!isString(address)) throw malformed();
	const decoded = decodeDataUrl(address);
	if (decoded) return decoded;
	if (!isFileUrl(address) || !URL.canParse(address, response.url)) throw malformed();
	const file = await fetchFile(
		response,
		address.startsWith("/") ? new URL(address, response.url).href : address,
		error,
	);
	// A page that says what went wrong, with a status that says nothing did.
	if (file.size === 0 || file.type.startsWith("text/html")) throw malformed();
	return file;
}

/** GET of an address, without token. */
export async function fetchFile(
	{ fetch, signal }: Transport,
	url: string,
	{ text = "Failed to download {url}", headers }: DownloadError = {},
): Promise<Blob> {
	const response = await fetch(url, signal ? { signal } : {});
	const fail = (detail: string, body: unknown): InferenceClientDownloadError =>
		new InferenceClientDownloadError(
			text.replace("{url}", () => url).replace("{detail}", () => detail),
			{ url, method: "GET", ...(headers ? { headers } : {}) },
			describeResponse(response, body),
		);
	if (!response.ok) {
		const body = await response.text();
		throw fail(response.statusText, body);
	}
	try {
		return await response.blob();
	} catch (cause) {
		if (signal?.aborted || !(cause instanceof Error) || !text.includes("{detail}")) throw cause;
		throw fail(cause.message, "");
	}
}
