import { decodeDataUrl } from "../../base64.ts";
import type { InferenceClientError } from "../../errors.ts";
import { parseHttpUrl } from "../../http/index.ts";
import type { ProviderResponse } from "../types.ts";
import { type DownloadError, fetchFile } from "./fetch-file.ts";
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
