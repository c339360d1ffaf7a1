import { readMember } from "../../../http/index.ts";
import { kindColor } from "../palette.ts";
import { decodeImage } from "./decode.ts";
import type { Mark } from "./marks.ts";

/** More than these would only cover each other. */
const MAX_MARKS = 50;

/** Returns the objects of a detection or segmentation, in the colors of its table. */
export async function readMarks(result: unknown): Promise<Mark[]> {
	if (!Array.isArray(result)) return [];
	return await Promise.all(
		result.slice(0, MAX_MARKS).map(async (item: unknown, index): Promise<Mark> => {
			const box = readMember(item, "box");
			const mask = readMember(item, "mask");
			const pixels = typeof mask === "string" ? await decodeImage(decodeBase64(mask)) : undefined;
			return {
				label: String(readMember(item, "label") ?? ""),
				color: kindColor(index),
				...(isBox(box) ? { box } : {}),
				...(pixels ? { mask: pixels } : {}),
			};
		}),
	);
}

function decodeBase64(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text.replace(/^data:[^,]*,/, ""), "base64"));
}

function isBox(value: unknown): value is NonNullable<Mark["box"]> {
	return ["xmin", "ymin", "xmax", "ymax"].every((name) => typeof readMember(value, name) === "number");
}
