import { decodeBase64 } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";
import { RecentMap } from "../../base/remember.ts";
import { checkLength, Fields } from "../body.ts";
import { invalid, missing, ServiceFailure } from "../failure.ts";
import { findStoredFile } from "../jobs.ts";
import { LIMITS } from "../limits.ts";
import { readDataUrl } from "../media/data-url.ts";
import { encodePng } from "../media/png.ts";
import { type ReceivedImage, readImage } from "../media/read-image.ts";
import type { Sound } from "../media/wav.ts";
import { bytesResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";

/** Bytes generated on demand. */
export interface Media {
	type: string;
	extension: string;
	make(): Promise<Uint8Array<ArrayBuffer>>;
}

interface Size {
	width: number;
	height: number;
}

const png = (make: Media["make"]): Media => ({ type: "image/png", extension: "png", make });
const wav = (synthesize: (audio: typeof import("../media/synthesize-audio.ts")) => Sound): Media => ({
	type: "audio/wav",
	extension: "wav",
	make: async () => {
		const audio = await import("../media/synthesize-audio.ts");
		return (await import("../media/wav.ts")).encodeWav(synthesize(audio));
	},
});

const MAX_SIDE = 2048;
/** The same image is often asked of several providers, and takes up to a tenth of a second. */
const IMAGES = new RecentMap<Promise<Uint8Array<ArrayBuffer>>>(4);
/** Named sizes of fal.ai. */
const NAMED_SIZES: ReadonlyMap<string, Size> = new Map(
	Object.entries({
		square_hd: { width: 1024, height: 1024 },
		square: { width: 512, height: 512 },
		portrait_4_3: { width: 768, height: 1024 },
		portrait_16_9: { width: 576, height: 1024 },
		landscape_4_3: { width: 1024, height: 768 },
		landscape_16_9: { width: 1024, height: 576 },
	}),
);

/** Offers a file for download. It is made for each download: keeping videos would cost more memory. @returns its URL */
export function storeFile({ state, fileUrl }: IncomingCall, media: Media): string {
	const name = `${state.createId()}.${media.extension}`;
	state.jobs.files.set(name, { type: media.type, read: media.make });
	return fileUrl(name);
}

export async function sendMedia({ type, make }: Media): Promise<Response> {
	return bytesResponse(await make(), type);
}

/**
 * The size in a request, in any service's format.
 * @throws ServiceFailure if it is invalid or too large
 */
function readSize(fields: Fields): Size | undefined {
	for (const name of ["image_size", "size", "target_size"]) {
		const value = fields.get(name);
		if (value === undefined || value === "auto") continue;
		if (isRecord(value)) return readSides(new Fields(value), name);
		const [, width, height] = /^(\d+)\s*[x*]\s*(\d+)$/i.exec(String(value)) ?? [];
		const sides =
			height === undefined ? NAMED_SIZES.get(String(value)) : { width: Number(width), height: Number(height) };
		if (!sides) throw invalid(name, `Invalid value for '${name}': ${JSON.stringify(value)}.`);
		return readSides(new Fields({ ...sides }), name);
	}
	return readSides(fields);
}

function readSides(fields: Fields, parent?: string): Size | undefined {
	const width = fields.integer("width", 1, MAX_SIDE);
	const height = fields.integer("height", 1, MAX_SIDE);
	if (width === undefined && height === undefined) return undefined;
	if (parent !== undefined && (width === undefined || height === undefined)) throw missing(`${parent}.width`);
	return { width: width ?? height ?? 1, height: height ?? width ?? 1 };
}

/** Generates an image for a prompt. */
export function imageOf({ state }: IncomingCall, prompt: string, fields: Fields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	const size = readSize(fields) ?? { width: 1024, height: 1024 };
	const seed = readSeed(state.seed, fields);
	return png(async () => {
		const { generateImage } = await import("../media/generate-image.ts");
		const key = JSON.stringify([prompt, size.width, size.height, seed]);
		const draw = () => encodePng(generateImage(prompt, { ...size, seed }), prompt);
		return (await IMAGES.getOrMake(key, draw)).slice();
	});
}

/** Edits an image as a prompt asks. */
export function editOf(
	{ state }: IncomingCall,
	{ pixels, info, opened, description }: ReceivedImage,
	prompt: string,
	model: string,
	fields: Fields,
): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	const side = (pixels: number): number => Math.min(pixels || 512, MAX_SIDE);
	// Only the size of an image that could not be opened is known.
	const size = readSize(fields) ?? (opened ? {} : { width: side(info.width), height: side(info.height) });
	const seed = readSeed(state.seed, fields);
	return png(async () => {
		const { editImage } = await import("../media/edit-image.ts");
		return encodePng(editImage(pixels, prompt, { model, seed, ...size }), description);
	});
}

/** Returns the video of the sandbox, after checking the request for one. */
export function videoOf(prompt: string, fields: Fields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	readSize(fields);
	fields.integer("num_frames", 1, 1000);
	return { type: "video/mp4", extension: "mp4", make: async () => (await import("../media/clip.ts")).readClip() };
}

/** Speaks a text. */
export function speechOf(text: string, voice: string): Media {
	checkLength("input", [text], LIMITS.mediaPromptCharacters);
	return wav(({ synthesizeSpeech }) => synthesizeSpeech(text, voice));
}

/** Generates music for a prompt. */
export function musicOf({ state }: IncomingCall, prompt: string, fields: Fields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	const seconds = fields.number("duration", 0.5, 60) ?? fields.number("seconds_total", 0.5, 60) ?? 6;
	const seed = readSeed(state.seed, fields);
	return wav(({ synthesizeMusic }) => synthesizeMusic(prompt, seconds, seed));
}

/** Returns the seed of the request; without one the sandbox's own. */
function readSeed(own: number, fields: Fields): string {
	return `${own}/${fields.integer("seed") ?? ""}`;
}

/**
 * Returns a file in a request: a data URL, the URL of a file of this sandbox, or bare base64.
 * @throws ServiceFailure for anything else
 */
export async function receiveFile(
	{ state }: IncomingCall,
	value: unknown,
	field: string,
): Promise<Uint8Array<ArrayBuffer>> {
	if (value === undefined || value === null) throw missing(field);
	if (typeof value !== "string") throw invalid(field, `Invalid type for '${field}': expected a string.`);
	if (/^https?:/.test(value)) {
		const stored = findStoredFile(state.jobs, value.split("/@files/")[1] ?? "");
		if (stored) return stored.read();
		throw invalid(field, `Could not download the file at ${value}: the sandbox has no network.`);
	}
	// Base64 writes three bytes as four characters.
	checkFileSize((value.length * 3) / 4, field);
	const bytes = value.startsWith("data:") ? readDataUrl(value)?.bytes : decodeBase64(value);
	if (!bytes || bytes.length === 0) throw invalid(field, `Could not decode '${field}': expected a data URL or base64.`);
	return bytes;
}

/** @throws ServiceFailure if it is not an image */
export async function receiveImage(incoming: IncomingCall, value: unknown, field: string): Promise<ReceivedImage> {
	return openImage(await receiveFile(incoming, value, field), field);
}

/** @throws ServiceFailure if the bytes are not an image */
export async function openImage(bytes: Uint8Array<ArrayBuffer>, field: string): Promise<ReceivedImage> {
	checkFileSize(bytes.length, field);
	const image = await readImage(bytes);
	if (!image) throw invalid(field, `Cannot identify image file in '${field}'.`);
	return image;
}

/** @throws ServiceFailure 413 when a file has more bytes than the sandbox opens */
export function checkFileSize(bytes: number, field: string): void {
	if (bytes <= LIMITS.fileBytes) return;
	throw new ServiceFailure(413, `The file in '${field}' is larger than ${LIMITS.fileBytes / 1024 / 1024} MB.`, {
		code: "file_too_large",
		field: field.split("."),
	});
}
