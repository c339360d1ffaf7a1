import { type Bytes, decodeDataUrl, encodeBase64, isBytes, sniffImage } from "../../base/base64.ts";
import { InferenceClientInputError } from "../../errors.ts";
import type { Args, Transport } from "../types.ts";
import { fetchFile } from "./media.ts";
import { isString } from "./shape.ts";

/**
 * Loads a binary argument: web URLs (as URL or string) are downloaded without a token; data URLs are decoded.
 * Anything else is returned unchanged.
 */
export async function readInput(value: unknown, transport: Transport): Promise<unknown> {
	if (!isString(value) && !(value instanceof URL)) return value;
	const href = String(value);
	return /^https?:\/\//.test(href) ? fetchFile(transport, href) : (decodeDataUrl(href) ?? value);
}

async function readBytesInput(value: unknown, transport: Transport): Promise<Bytes> {
	const input = await readInput(value, transport);
	if (isBytes(input)) return input;
	const kind = value === null ? "null" : isString(value) ? "another text" : typeof value;
	throw new InferenceClientInputError(
		`Expected binary data (Blob, ArrayBuffer, typed array, URL or data URL), got ${kind}.`,
	);
}

export async function encodeInput(value: unknown, transport: Transport): Promise<string> {
	return encodeBase64(await readBytesInput(value, transport));
}

/**
 * Data URL of a binary argument.
 * @param untyped type of bytes that have none; default: read from the first bytes of an image, else `image/png`
 */
export async function encodeDataUrl(value: unknown, transport: Transport, untyped?: string): Promise<string> {
	const input = await readBytesInput(value, transport);
	const base64 = await encodeBase64(input);
	const known = input instanceof Blob ? input.type : "";
	return `data:${known || untyped || sniffImage(base64) || "image/png"};base64,${base64}`;
}

/** Returns an `encode` that turns `inputs` into a data URL. */
export function imageInput(untyped?: string): (args: Args, transport: Transport) => Promise<Args> {
	return async (args, transport) => ({ ...args, inputs: await encodeDataUrl(args.inputs, transport, untyped) });
}

/** As `imageInput`, for services that need the type of a file: only a Blob has one. */
export function blobInput(error: string, untyped: string): (args: Args, transport: Transport) => Promise<Args> {
	return async ({ data, ...args }, transport) => {
		const input = await readInput(data ?? args.inputs, transport);
		if (!(input instanceof Blob)) throw new InferenceClientInputError(error);
		return { ...args, inputs: await encodeDataUrl(input, transport, untyped) };
	};
}
