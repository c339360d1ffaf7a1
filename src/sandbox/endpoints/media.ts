import { decodeBase64, decodeDataUrl } from "../../base/base64.ts";
import { isRecord, textOf } from "../../base/json.ts";
import type { ObjectDetectionOutputElement } from "../../inference/index.ts";
import { BodyFields, checkLength } from "../body.ts";
import { invalid, missing, ServiceFailure } from "../failure.ts";
import { findStoredFile } from "../jobs.ts";
import { LIMITS } from "../limits.ts";
import { encodeMask } from "../media/mask.ts";
import { openPicture, type Picture } from "../media/pictures.ts";
import { type AudioFile, openRecording } from "../media/recordings.ts";
import { bytesResponse } from "../responses.ts";
import { readSample } from "../samples/index.ts";
import type { IncomingCall } from "../types.ts";

/** A file that the sandbox returns. */
export interface Media {
	type: string;
	extension: string;
	make(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The result of every request for media. */
const IMAGE: Media = { type: "image/png", extension: "png", make: () => readSample("lighthouse.png") };
const VIDEO: Media = { type: "video/mp4", extension: "mp4", make: () => readSample("clip.mp4") };
export const SPEECH: Media = { type: "audio/wav", extension: "wav", make: () => readSample("speech.wav") };
const MUSIC: Media = { type: "audio/wav", extension: "wav", make: () => readSample("music.wav") };

const MAX_SIDE = 2048;
/** Named sizes of fal.ai. */
const NAMED_SIZES = ["square_hd", "square", "portrait_4_3", "portrait_16_9", "landscape_4_3", "landscape_16_9"];

/** Offers a file for download. @returns its URL */
export function storeFile({ state, fileUrl }: IncomingCall, media: Media): string {
	const name = `${state.createId()}.${media.extension}`;
	state.jobs.files.set(name, { type: media.type, read: media.make });
	return fileUrl(name);
}

export async function sendMedia({ type, make }: Media): Promise<Response> {
	return bytesResponse(await make(), type);
}

/**
 * Checks the size in a request, in any service's format; the media have their own.
 * @throws ServiceFailure if it is invalid or too large
 */
function checkSize(fields: BodyFields): void {
	for (const name of ["image_size", "size", "target_size"]) {
		const value = fields.get(name);
		if (value === undefined || value === "auto" || NAMED_SIZES.includes(textOf(value))) continue;
		const [, width, height] = /^(\d+)\s*[x*]\s*(\d+)$/i.exec(textOf(value)) ?? [];
		if (isRecord(value)) checkSides(new BodyFields(value), name);
		else if (height !== undefined) checkSides(new BodyFields({ width: Number(width), height: Number(height) }));
		else throw invalid(name, `Invalid value for '${name}': ${JSON.stringify(value)}.`);
	}
	checkSides(fields);
}

/** @param parent the member that has both sides, if they are not of the request itself */
function checkSides(fields: BodyFields, parent?: string): void {
	const sides = [fields.integer("width", 1, MAX_SIDE), fields.integer("height", 1, MAX_SIDE)];
	if (parent !== undefined && sides.includes(undefined)) throw missing(`${parent}.width`);
}

/** Returns the image of the sandbox, after checking a request to generate or change one. */
export function imageOf(prompt: string, fields: BodyFields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	checkSize(fields);
	fields.integer("seed");
	return IMAGE;
}

/**
 * Returns the mask of an object in an image.
 * @throws ServiceFailure if the image claims to be larger than one that the sandbox writes
 */
export function maskOf({ width, height }: Picture, { box }: ObjectDetectionOutputElement): Media {
	if (width * height > LIMITS.maskPixels) {
		throw invalid(
			"image",
			`The image has ${width} x ${height} pixels; the sandbox takes at most ${LIMITS.maskPixels}.`,
		);
	}
	return { type: "image/png", extension: "png", make: async () => encodeMask(width, height, box) };
}

/** Returns the video of the sandbox, after checking the request for one. */
export function videoOf(prompt: string, fields: BodyFields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	checkSize(fields);
	fields.integer("num_frames", 1, 1000);
	return VIDEO;
}

/** Returns the speech of the sandbox, after checking a text to speak. */
export function speechOf(text: string): Media {
	checkLength("input", [text], LIMITS.mediaPromptCharacters);
	return SPEECH;
}

/** Returns the music of the sandbox, after checking the request for some. */
export function musicOf(prompt: string, fields: BodyFields): Media {
	checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
	fields.number("duration", 0.5, 60);
	fields.number("seconds_total", 0.5, 60);
	fields.integer("seed");
	return MUSIC;
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
	const bytes = value.startsWith("data:")
		? new Uint8Array((await decodeDataUrl(value)?.arrayBuffer()) ?? [])
		: decodeBase64(value);
	if (!bytes || bytes.length === 0) throw invalid(field, `Could not decode '${field}': expected a data URL or base64.`);
	return bytes;
}

/** @throws ServiceFailure if it is not an image */
export async function receiveImage(incoming: IncomingCall, value: unknown, field: string): Promise<Picture> {
	return readImage(await receiveFile(incoming, value, field), field);
}

/** @throws ServiceFailure if the bytes are not an image */
export async function readImage(bytes: Uint8Array, field: string): Promise<Picture> {
	checkFileSize(bytes.length, field);
	const picture = await openPicture(bytes);
	if (!picture) throw invalid(field, `Cannot identify image file in '${field}'.`);
	return picture;
}

/** @throws ServiceFailure if it is not audio */
export async function receiveAudio(incoming: IncomingCall, value: unknown, field: string): Promise<AudioFile> {
	return readAudio(await receiveFile(incoming, value, field), field);
}

/** @throws ServiceFailure if the bytes are not audio */
export async function readAudio(bytes: Uint8Array, field: string): Promise<AudioFile> {
	checkFileSize(bytes.length, field);
	const recording = await openRecording(bytes);
	if (!recording) throw invalid(field, `Could not decode '${field}' as audio.`);
	return recording;
}

/** @throws ServiceFailure 413 when a file has more bytes than the sandbox opens */
export function checkFileSize(bytes: number, field: string): void {
	if (bytes <= LIMITS.fileBytes) return;
	throw new ServiceFailure(413, `The file in '${field}' is larger than ${LIMITS.fileBytes / 1024 / 1024} MB.`, {
		code: "file_too_large",
		field: field.split("."),
	});
}
