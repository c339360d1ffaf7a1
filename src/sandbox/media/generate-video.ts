import { generateImage } from "./generate-image.ts";
import { encodeMp4 } from "./mp4.ts";
import { createPixels, type Pixels, resize } from "./pixels.ts";
import { rememberLast } from "./remember.ts";

/** Frames between two steps of a zoom. */
const HOLD = 4;

export interface VideoOptions {
	width: number;
	height: number;
	frames: number;
	framesPerSecond: number;
	seed: string | number;
}

const remember = rememberLast<Uint8Array<ArrayBuffer>>(4);

/** Generates a video of what a prompt names; its figures move. The same arguments give the same bytes. */
export function generateVideo(prompt: string, options: VideoOptions): Uint8Array<ArrayBuffer> {
	return remember([prompt, options], () => encodeVideo(prompt, options)).slice();
}

function encodeVideo(
	prompt: string,
	{ width, height, frames, framesPerSecond, seed }: VideoOptions,
): Uint8Array<ArrayBuffer> {
	function* draw(): Generator<Pixels> {
		for (let index = 0; index < frames; index++) {
			// Never 0, where nothing moves: the first frame belongs to the movement.
			yield generateImage(prompt, { width, height, seed, time: (index + 0.01) / frames });
		}
	}
	return encodeMp4(draw(), framesPerSecond);
}

/** Generates a video that begins with an image and slowly zooms in. */
export function animateImage(
	image: Pixels,
	{ width, height, frames, framesPerSecond }: VideoOptions,
): Uint8Array<ArrayBuffer> {
	function* zoom(): Generator<Pixels> {
		for (let index = 0; index < frames; index++) {
			// The image stays for a few frames at a time: every move costs a whole frame.
			const share = 1 - (0.3 * Math.floor(index / HOLD)) / Math.max(1, Math.ceil(frames / HOLD) - 1);
			yield resize(crop(image, share), width, height);
		}
	}
	return encodeMp4(zoom(), framesPerSecond);
}

/** Returns the middle of an image; `share` of its width and height. */
function crop(image: Pixels, share: number): Pixels {
	const result = createPixels(
		Math.max(1, Math.round(image.width * share)),
		Math.max(1, Math.round(image.height * share)),
	);
	const left = (image.width - result.width) >> 1;
	const top = (image.height - result.height) >> 1;
	for (let y = 0; y < result.height; y++) {
		const from = ((top + y) * image.width + left) * 4;
		result.data.set(image.data.subarray(from, from + result.width * 4), y * result.width * 4);
	}
	return result;
}
