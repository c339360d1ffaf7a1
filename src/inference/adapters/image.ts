import { getPath } from "../../base/json.ts";
import type { ImageOutput } from "../io.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { deliverImage, type FoundImage } from "./media.ts";

interface GenerationOptions {
	/** Where the image is in the response. Default: `data[0].b64_json`. */
	find?: (data: unknown) => FoundImage;
	/** Default `v1/images/generations`. */
	route?: string;
}

/**
 * Images from a prompt, returned directly.
 * @param error text of the error for a response of another shape
 */
export function imageGenerations(
	error: string,
	payload: (call: Call) => object,
	{ find = findBase64, route = "v1/images/generations" }: GenerationOptions = {},
): TaskAdapter<ImageOutput> {
	return { route: () => route, payload, parse: (response) => deliverImage(response, find(response.data), error) };
}

function findBase64(data: unknown): FoundImage {
	return { base64: getPath(data, "data", 0, "b64_json") };
}

/** Returns the first image, as base64 or as a URL. */
export function findImage(data: unknown): FoundImage {
	return { ...findBase64(data), url: getPath(data, "data", 0, "url") };
}

/** Returns the `response_format` for services that can return a URL. */
export function responseFormat({ outputType }: Call, usual: string): string {
	return outputType === "url" ? "url" : usual;
}
