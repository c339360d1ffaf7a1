import { decodeBase64, decodeDataUrl, encodeBase64, sniffImage } from "../../base/base64.ts";
import { getPath, isRecord } from "../../base/json.ts";
import { InferenceClientDownloadError, type InferenceClientError } from "../../errors.ts";
import { describeResponse, isConnectionFailure, parseHttpUrl, readErrorText, readFile } from "../../http/index.ts";
import { getInOrder, inOrder } from "../../http/list-order.ts";
import type { ImageOutput } from "../io.ts";
import { setOtherFiles } from "../other-files.ts";
import type { Call, ProviderResponse, TaskAdapter, Transport } from "../types.ts";
import { malformed } from "./shape.ts";

/** A file in a response, in one of the forms that services use. */
export interface FoundFile {
	base64?: unknown;
	url?: unknown;
	blob?: Blob;
}

/** Returns the files of a list in a response, in their order; none if there is no list. */
export function filesAt(data: unknown, path: string[], read: (item: unknown) => FoundFile): FoundFile[] {
	const list = getInOrder(data, ...path);
	return Array.isArray(list) ? inOrder<unknown>(list, { name: path.at(-1) ?? "the list" }).map(read) : [];
}

/**
 * Returns an image in the form of `outputType`; `otherFiles` returns those that came with it.
 * @param images all of the response
 * @param whole what `json` returns; default: the response
 */
export async function deliverImage(
	response: ProviderResponse,
	images: readonly FoundFile[],
	error: string,
	whole: unknown = response.data,
	downloadError?: DownloadError,
): Promise<ImageOutput> {
	const { outputType } = response.call;
	const fail = () => malformed(error, whole);
	const [image = {}, ...others] = images;
	const found = readFound(image, response);
	if (!found) throw fail();
	if (outputType === "json" && isRecord(whole)) return { ...whole };
	if (outputType === "url" && typeof found === "string") {
		reportOthers(response, others);
		return found;
	}
	const blob = await toBlob(found, response, fail, downloadError);
	if (outputType === undefined || outputType === "blob") return keepOthers(blob, response, others, fail, downloadError);
	reportOthers(response, others);
	const base64 = await encodeBase64(blob);
	// The other forms keep the type that programs written for the reference client expect.
	const known = sniffImage(base64) ?? (blob.type.startsWith("image/") ? blob.type : "image/jpeg");
	const type = outputType === "dataUrl" ? known : "image/jpeg";
	const dataUrl = `data:${type};base64,${base64}`;
	return outputType === "json" ? { output: dataUrl } : dataUrl;
}

/** Returns a file, or its URL; undefined if there is none. */
function readFound({ base64, url, blob }: FoundFile, response: ProviderResponse): Blob | string | undefined {
	if (blob) return blob;
	// Programs may open this URL, so only web URLs and data URLs are allowed: no `file:` and no script.
	const isUrl = typeof url === "string" && (/^data:/i.test(url) || parseHttpUrl(url, response.url));
	if (isUrl && (response.call.outputType === "url" || !base64)) return url;
	const bytes = typeof base64 === "string" && base64 !== "" ? decodeBase64(base64) : undefined;
	// The command names files by their type.
	if (bytes) return new Blob([bytes], { type: sniffImage(String(base64)) ?? "image/jpeg" });
	return isUrl ? url : undefined;
}

async function toBlob(
	found: Blob | string,
	response: ProviderResponse,
	fail: () => InferenceClientError,
	error?: DownloadError,
): Promise<Blob> {
	return typeof found === "string" ? await download(response, found, fail, error) : found;
}

/** Returns the first file of a response; `otherFiles` returns the others for it. */
function keepOthers(
	first: Blob,
	response: ProviderResponse,
	others: readonly FoundFile[],
	fail: () => InferenceClientError,
	error?: DownloadError,
): Blob {
	const found = reportOthers(response, others);
	if (found.length === 0) return first;
	setOtherFiles(first, async () => {
		if (found.length > MAX_OTHERS) throw malformed(`The response has ${found.length + 1} files, which is too many.`);
		const files: Blob[] = [];
		for (const file of found) files.push(await toBlob(file, response, fail, error));
		return files;
	});
	return first;
}

/** Maximum files besides the first: no service returns as many, and a hostile one could name millions. */
const MAX_OTHERS = 63;

/** Notifies the caller of files that are not the result; returns them. */
function reportOthers(response: ProviderResponse, others: readonly FoundFile[]): (Blob | string)[] {
	const found = others.map((file) => readFound(file, response)).filter((file) => file !== undefined);
	const { outputType = "blob" } = response.call;
	const how = outputType === "blob" ? "otherFiles() returns the others" : 'outputType "json" returns all of them';
	const message = `The response has ${found.length + 1} files; this call returns the first, and ${how}.`;
	if (found.length > 0) response.notify({ type: "other-files", message, count: found.length });
	return found;
}

/** Whether a value can be the URL of a file: an http(s) URL, or a path on the service's host. */
export function isFileUrl(value: unknown): value is string {
	return typeof value === "string" && /^(https?:\/\/|\/)/i.test(value);
}

/** Whether a value can be a file: error pages and empty responses are Blobs too. */
export function isFile(value: unknown): value is Blob {
	return value instanceof Blob && value.size > 0 && !value.type.startsWith("text/");
}

/** Types of error pages and messages that arrive with a success status. */
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
	path: string[],
	error: string,
	text?: string,
): (result: unknown, response: ProviderResponse) => Promise<Blob> {
	return firstFile((result) => [{ url: getPath(result, ...path) }], error, text);
}

/**
 * Returns a function that fetches the first of the files whose URLs are in a result; `otherFiles` fetches the others.
 * @param find returns all files of a result
 */
export function firstFile(
	find: (result: unknown) => FoundFile[],
	error: string,
	text?: string,
): (result: unknown, response: ProviderResponse) => Promise<Blob> {
	return async (result, response) => {
		const fail = () => malformed(error, result);
		const files = find(result);
		if (!isFileUrl(files[0]?.url)) throw fail();
		return await downloadFirst(response, files, fail, text === undefined ? {} : { text });
	};
}

/** Fetches the first of the files of a response; `otherFiles` fetches the others. */
export async function downloadFirst(
	response: ProviderResponse,
	[first, ...others]: readonly FoundFile[],
	fail: () => InferenceClientError,
	error?: DownloadError,
): Promise<Blob> {
	const file = await download(response, first?.url, fail, error);
	return keepOthers(file, response, others, fail, error);
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
	/** Finds the images in the response. Default: `data[].b64_json`. */
	find?: (data: unknown) => FoundFile[];
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

export function findBase64(data: unknown): FoundFile[] {
	return filesAt(data, ["data"], (item) => ({ base64: getPath(item, "b64_json") }));
}

export function findImages(data: unknown): FoundFile[] {
	return filesAt(data, ["data"], (item) => ({ base64: getPath(item, "b64_json"), url: getPath(item, "url") }));
}

/** Returns the `response_format` for services that can return a URL. */
export function responseFormat({ outputType }: Call, usual: string): string {
	return outputType === "url" ? "url" : usual;
}
