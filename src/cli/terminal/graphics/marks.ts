import type { PixelSize } from "../../../base/image-size.ts";
import { readMember } from "../../../http/index.ts";
import { kindColor, type Rgb } from "../palette.ts";
import { decodeImage } from "./decode.ts";
import { drawFrame, maskBounds, type Rectangle, tint } from "./draw.ts";
import { type Pixels, resizePixels } from "./pixels.ts";

/** A detected object. Its number, from 1, is its position in the list. */
export interface Mark {
	label: string;
	color: Rgb;
	/** Where it is, in pixels of the image. */
	box?: { xmin: number; ymin: number; xmax: number; ymax: number };
	/** Where it is: white in an image of any size that covers the whole. */
	mask?: Pixels;
}

/**
 * Draws frames and tints on a resized image, and places the labels: in the corner of their objects, or below other
 * labels. A label too wide for its object is only its number.
 * @param original size the boxes refer to
 * @param line thickness of frames in pixels
 */
export function drawMarks(
	pixels: Pixels,
	marks: readonly Mark[],
	original: PixelSize,
	line: number,
	measureLabel: (text: string) => PixelSize | undefined,
) {
	const areas = marks.map((mark) => {
		const area = mark.box && scaleBox(mark.box, original, pixels);
		if (!mark.mask) return area;
		const mask = resizePixels(mark.mask, pixels.width, pixels.height);
		tint(pixels, mask, mark.color);
		return maskBounds(mask);
	});
	// The first have the highest scores; they are drawn over the others.
	for (const [index, mark] of [...marks.entries()].reverse()) {
		const area = areas[index];
		if (area && mark.box) drawFrame(pixels, area, mark.color, line);
	}
	const taken: Rectangle[] = [];
	return marks.flatMap(({ label, color }, index) => {
		const area = areas[index];
		if (!area) return [];
		for (const text of [`${index + 1} ${label}`, `${index + 1}`]) {
			const size = measureLabel(text);
			if (!size || (text.includes(" ") && size.width > area.right - area.left)) continue;
			const place = findPlace(area, size, taken, pixels);
			if (!place) continue;
			taken.push(place);
			return [{ left: place.left, top: place.top, text, color }];
		}
		return [];
	});
}

function scaleBox(box: NonNullable<Mark["box"]>, original: PixelSize, { width, height }: PixelSize): Rectangle {
	const [across, down] = [width / original.width, height / original.height];
	const clip = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));
	const [left, top] = [clip(box.xmin * across, width - 1), clip(box.ymin * down, height - 1)];
	return {
		left,
		top,
		right: Math.max(left + 1, clip(box.xmax * across, width)),
		bottom: Math.max(top + 1, clip(box.ymax * down, height)),
	};
}

/** Returns the highest free position at the left side of the area. */
function findPlace(
	area: Rectangle,
	size: PixelSize,
	taken: readonly Rectangle[],
	image: PixelSize,
): Rectangle | undefined {
	const left = Math.max(0, Math.min(area.left, image.width - size.width));
	for (let top = area.top; top === area.top || top + size.height <= area.bottom; top += size.height) {
		const place = { left, top, right: left + size.width, bottom: top + size.height };
		if (place.bottom > image.height) break;
		const overlaps = (other: Rectangle): boolean =>
			left < other.right && other.left < place.right && top < other.bottom && other.top < place.bottom;
		if (!taken.some(overlaps)) return place;
	}
	return undefined;
}

/** More than these would only cover each other. */
const MAX_MARKS = 50;

/** Returns the objects of a detection or segmentation, in the colors of its table. */
export async function readMarks(result: unknown): Promise<Mark[]> {
	if (!Array.isArray(result)) return [];
	return await Promise.all(
		result.slice(0, MAX_MARKS).map(async (item: unknown, index): Promise<Mark> => {
			const box = readMember(item, "box");
			const mask = readMember(item, "mask");
			const pixels =
				typeof mask === "string"
					? await decodeImage(Buffer.from(mask.replace(/^data:[^,]*,/, ""), "base64"))
					: undefined;
			return {
				label: String(readMember(item, "label") ?? ""),
				color: kindColor(index),
				...(isBox(box) ? { box } : {}),
				...(pixels ? { mask: pixels } : {}),
			};
		}),
	);
}

function isBox(value: unknown): value is NonNullable<Mark["box"]> {
	return ["xmin", "ymin", "xmax", "ymax"].every((name) => typeof readMember(value, name) === "number");
}
