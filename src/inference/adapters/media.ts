import { decodeBase64, decodeDataUrl, encodeBase64, sniffImage } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";
import { InferenceClientDownloadError, type InferenceClientError } from "../../errors.ts";
import { describeResponse, isConnectionFailure, parseHttpUrl, readErrorText, readFile } from "../../http/index.ts";
import { getInOrder } from "../../http/list-order.ts";
import type { ImageOutput } from "../io.ts";
import type { Call, ProviderResponse, TaskAdapter, Transport } from "../types.ts";
import { malformed } from "./shape.ts";

/** An image in a response, in one of the forms that services use. */
interface FoundImage {
	base64?: unknown;
	url?: unknown;
	blob?: Blob;
}

/**
 * Returns an image as `outputType` says.
 * @param whole what `json` returns; default: the response
 */
export async function deliverImage(
	response: ProviderResponse,
	image: FoundImage,
	error: string,
	whole: unknown = response.data,
	downloadError?: DownloadError,
): Promise<ImageOutput> {
	const { outputType } = response.call;
	const fail = () => malformed(error, whole);
	// Programs may open this URL, so only web URLs and data URLs are allowed: no `file:` and no script.
	const given = typeof image.url === "string" ? image.url : "";
	const url = /^data:/i.test(given) || parseHttpUrl(given, response.url) ? given : undefined;
	const bytes = typeof image.base64 === "string" && image.base64 !== "" ? decodeBase64(image.base64) : undefined;
	if (url === undefined && !bytes && !image.blob) throw fail();
	if (outputType === "json" && isRecord(whole)) return { ...whole };
	if (outputType === "url" && url !== undefined) return url;
	const blob =
		image.blob ??
		// The command names files by their type.
		(bytes
			? new Blob([bytes], { type: sniffImage(String(image.base64)) ?? "image/jpeg" })
			: await download(response, url, fail, downloadError));
	if (outputType === undefined || outputType === "blob") return blob;
	const base64 = await encodeBase64(blob);
	// The other forms keep the type that programs written for the reference client expect.
	const known = sniffImage(base64) ?? (blob.type.startsWith("image/") ? blob.type : "image/jpeg");
	const type = outputType === "dataUrl" ? known : "image/jpeg";
	const dataUrl = `data:${type};base64,${base64}`;
	return outputType === "json" ? { output: dataUrl } : dataUrl;
}

/** Whether a value can be the URL of a file: an http(s) URL, or a path on the service's host. */
export function isFileUrl(value: unknown): value is string {
	return typeof value === "string" && /^(https?:\/\/|\/)/i.test(value);
}

/** Whether a value can be a file: error pages and empty responses are Blobs too. */
export function isFile(value: unknown): value is Blob {
	return value instanceof Blob && value.size > 0 && !value.type.startsWith("text/");
}

/** Error pages and messages that come with a status of success. */
const NO_FILE = /^(text\/html|application\/(problem\+)?json)\b/;

/**
 * Fetches the file that a response points to, without any header, so that file hosts never receive a key. Data URLs are
 * decoded; schemes other than http and https are rejected.
 * @param fail makes the error for a value that is not the URL of a file
 * @throws ProviderApiError if the file cannot be fetched
 */
export async function download(
	response: ProviderResponse,
	url: unknown,
	fail: () => InferenceClientError,
	error?: DownloadError,
): Promise<Blob> {
	const decoded = typeof url === "string" && /^data:/i.test(url) ? decodeDataUrl(url) : undefined;
	if (decoded) return decoded;
	const parsed = parseHttpUrl(url, response.url);
	if (typeof url !== "string" || !parsed) throw fail();
	const file = await fetchFile(response, url.startsWith("/") ? parsed.href : url, error);
	if (file.size === 0 || NO_FILE.test(file.type)) throw fail();
	return file;
}

/** Returns a function that fetches the file whose URL is at a place of a result. */
export function fileAt(
	path: (string | number)[],
	error: string,
	text?: string,
): (result: unknown, response: ProviderResponse) => Promise<Blob> {
	return async (result, response) => {
		const fail = () => malformed(error, result);
		const url = getInOrder(result, ...path);
		if (!isFileUrl(url)) throw fail();
		return download(response, url, fail, text === undefined ? {} : { text });
	};
}

/** How a failed download is reported. */
interface DownloadError {
	/** `{url}` stands for the URL, `{detail}` for the status text or the error of reading the body. */
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

interface GenerationOptions {
	/** Where the image is in the response. Default: `data[0].b64_json`. */
	find?: (data: unknown) => FoundImage;
	route?: string;
}

/** Images from a prompt, returned directly. `error` is for responses of another shape. */
export function imageGenerations(
	error: string,
	payload: (call: Call) => object,
	{ find = findBase64, route = "v1/images/generations" }: GenerationOptions = {},
): TaskAdapter<ImageOutput> {
	return { route: () => route, payload, parse: (response) => deliverImage(response, find(response.data), error) };
}

function findBase64(data: unknown): FoundImage {
	return { base64: getInOrder(data, "data", 0, "b64_json") };
}

export function findImage(data: unknown): FoundImage {
	return { ...findBase64(data), url: getInOrder(data, "data", 0, "url") };
}

/** Returns the `response_format` for services that can return a URL. */
export function responseFormat({ outputType }: Call, usual: string): string {
	return outputType === "url" ? "url" : usual;
}
