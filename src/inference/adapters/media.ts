import { decodeDataUrl } from "../../base64.ts";
import type { InferenceClientError } from "../../errors.ts";
import { InferenceClientDownloadError } from "../../errors.ts";
import { describeResponse, isConnectionFailure, parseHttpUrl, readErrorText, readFile } from "../../http/index.ts";
import type { ProviderResponse, Transport } from "../types.ts";
import { isString } from "./shape.ts";

/** Whether a value can be the URL of a file: an http(s) URL, or a path on the service's host. */
export function isFileUrl(value: unknown): value is string {
	return isString(value) && /^(https?:\/\/|\/)/i.test(value);
}

/** A Blob that can be a file: error pages and empty responses are Blobs too. */
export function isFile(value: unknown): value is Blob {
	return value instanceof Blob && value.size > 0 && !value.type.startsWith("text/");
}

/** Pages and messages that say what went wrong, with a status that says nothing did. */
const NO_FILE = /^(text\/html|application\/(problem\+)?json)\b/;

/**
 * Fetches the file that a response points to, without any header, so that file hosts never receive a key. Data URLs are
 * decoded; schemes other than http and https are rejected.
 * @param malformed makes the error for a value that is not the URL of a file
 * @throws ProviderApiError when the file cannot be fetched
 */
export async function download(
	response: ProviderResponse,
	url: unknown,
	malformed: () => InferenceClientError,
	error?: DownloadError,
): Promise<Blob> {
	if (!isString(url)) throw malformed();
	const decoded = decodeDataUrl(url);
	if (decoded) return decoded;
	const parsed = parseHttpUrl(url, response.url);
	if (!parsed) throw malformed();
	const file = await fetchFile(response, url.startsWith("/") ? parsed.href : url, error);
	if (file.size === 0 || NO_FILE.test(file.type)) throw malformed();
	return file;
}

/** How a failed download is reported. */
export interface DownloadError {
	/** `{url}` stands for the URL, `{detail}` for the status text, or what went wrong while the body was read. */
	text?: string;
	/** Request headers to show; none are sent. */
	headers?: Record<string, string>;
}

/** Sends a GET for a file, without token or other headers. */
export async function fetchFile(
	{ fetch, signal, limits, storeFile }: Transport,
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
	if (!response.ok) throw fail(response.statusText, await readErrorText(response, limits));
	try {
		return await readFile(response, limits, storeFile);
	} catch (cause) {
		if (signal?.aborted || !isConnectionFailure(cause) || !text.includes("{detail}")) throw cause;
		throw fail(cause instanceof Error ? cause.message : String(cause), "");
	}
}
