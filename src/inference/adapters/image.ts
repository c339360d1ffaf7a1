import { decodeBase64, encodeBase64, sniffImage } from "../../base64.ts";
import { parseHttpUrl } from "../../http/index.ts";
import { getPath, isRecord } from "../../json.ts";
import type { ImageOutput } from "../io.ts";
import type { Call, ProviderResponse, TaskAdapter } from "../types.ts";
import type { DownloadError } from "./media.ts";
import { download } from "./media.ts";
import { flat } from "./payload.ts";
import { isString, malformed } from "./shape.ts";

/** An image in an answer, in one of the forms services use. */
export interface FoundImage {
	base64?: unknown;
	url?: unknown;
	blob?: Blob;
}

interface GenerationOptions {
	/** Where the image is in the answer. Default: `data[0].b64_json`. */
	find?: (data: unknown) => FoundImage;
	/** Default `v1/images/generations`. */
	route?: string;
}

/**
 * Images from a prompt, made at once.
 * @param error text of the error for an answer of another shape
 */
export function imageGenerations(
	error: string,
	payload: (call: Call) => object,
	{ find = findBase64, route = "v1/images/generations" }: GenerationOptions = {},
): TaskAdapter<ImageOutput> {
	return { route: () => route, payload, parse: (response) => deliverImage(response, find(response.data), error) };
}

/** `{...parameters, prompt}` */
export function promptPayload({ args }: Call): Record<string, unknown> {
	return { ...flat(args), prompt: args.inputs };
}

function findBase64(data: unknown): FoundImage {
	return { base64: getPath(data, "data", 0, "b64_json") };
}

/** Returns the first image, as base64 or as a URL. */
export function findImage(data: unknown): FoundImage {
	return { ...findBase64(data), url: getPath(data, "data", 0, "url") };
}

/** For services that give a URL when asked: the form to ask for. */
export function responseFormat({ outputType }: Call, usual: string): string {
	return outputType === "url" ? "url" : usual;
}

/**
 * Returns an image as `outputType` says.
 * @param whole what `json` returns; default: the answer
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
	const url = isImageUrl(image.url, response.url) ? image.url : undefined;
	const bytes = isString(image.base64) && image.base64 !== "" ? decodeBase64(image.base64) : undefined;
	if (url === undefined && !bytes && !image.blob) throw fail();
	if (outputType === "json" && isRecord(whole)) return { ...whole };
	if (outputType === "url" && url !== undefined) return url;
	const blob =
		image.blob ??
		(bytes ? new Blob([bytes], { type: "image/jpeg" }) : await download(response, url, fail, downloadError));
	if (outputType === undefined || outputType === "blob") return blob;
	const base64 = await encodeBase64(blob);
	// The other forms keep the type programs written for the reference client expect.
	const type = outputType === "dataUrl" ? typeOf(blob, base64) : "image/jpeg";
	const dataUrl = `data:${type};base64,${base64}`;
	return outputType === "json" ? { output: dataUrl } : dataUrl;
}

/** Programs may open the URL they get: it is a web URL or holds the image, and no `file:` or script. */
function isImageUrl(value: unknown, base: string): value is string {
	return isString(value) && (/^data:/i.test(value) || parseHttpUrl(value, base) !== undefined);
}

function typeOf(blob: Blob, base64: string): string {
	return sniffImage(base64) ?? (blob.type.startsWith("image/") ? blob.type : "image/jpeg");
}
