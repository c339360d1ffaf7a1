import { decodeDataUrl } from "../../base/base64.ts";
import { type PixelSize, readImageSize } from "../../base/image-size.ts";
import { findMediaType } from "../../base/media-type.ts";
import type { ObjectDetectionOutputElement, TextClassificationOutputElement } from "../../inference/index.ts";
import { noModel } from "../failure.ts";
import { recognize } from "../samples/index.ts";
import { softmax, weighLabels } from "../text/labels.ts";

/** The sandbox's answers about an image. */
interface PictureFacts {
	caption: string;
	/** Each with its weight. */
	labels: Readonly<Record<string, number>>;
	objects: readonly [ObjectDetectionOutputElement, ...ObjectDetectionOutputElement[]];
	/** Patterns of questions, with the answers. */
	answers: readonly (readonly [question: RegExp, answer: string])[];
}

const at = (
	label: string,
	score: number,
	xmin: number,
	ymin: number,
	xmax: number,
	ymax: number,
): ObjectDetectionOutputElement => ({
	label,
	score,
	box: { xmin, ymin, xmax, ymax },
});

/** The sandbox does not process images: it recognizes its own by name and number of bytes. */
export const PICTURES: readonly (PictureFacts & { name: string; length: number })[] = [
	{
		name: "street.jpg",
		length: 15_597,
		caption: "a red car in front of a house in the city",
		labels: { car: 5, house: 4, city: 3, sun: 1 },
		objects: [at("car", 0.98, 237, 213, 415, 312), at("house", 0.95, 89, 179, 214, 311)],
		answers: [
			[/\bcolou?r\b.*\b(?:roof|house)\b/i, "red"],
			[/\bcolou?r\b/i, "red"],
			[/\bhow many\b/i, "1"],
		],
	},
	{
		name: "cat.png",
		length: 10_490,
		caption: "a grey cat on green grass",
		labels: { cat: 5, grass: 3, sun: 1, cloud: 0 },
		objects: [at("cat", 0.98, 116, 70, 217, 196)],
		answers: [
			[/\bcolou?r\b/i, "grey"],
			[/\bhow many\b/i, "1"],
			[/\bwhat\b/i, "a cat"],
		],
	},
	{
		name: "lighthouse.png",
		length: 10_342,
		caption: "a white lighthouse by the sea",
		labels: { lighthouse: 5, sea: 3, sun: 1, cloud: 0 },
		objects: [at("lighthouse", 0.98, 136, 66, 177, 184)],
		answers: [
			[/\bcolou?r\b.*\bs(?:ky|ea)\b/i, "blue"],
			[/\bcolou?r\b/i, "white"],
			[/\bhow many\b/i, "1"],
			[/\bwhat\b/i, "a lighthouse"],
		],
	},
	{
		name: "invoice.png",
		length: 2475,
		caption: "an invoice of Ada and Sons: paper 100.00, duties 18.00, total 118.00 EUR",
		labels: { invoice: 5, document: 4 },
		objects: [at("invoice", 0.98, 23, 30, 297, 264)],
		answers: [
			[/\b(?:total|amount|due|pay)\b/i, "118.00 EUR"],
			[/\b(?:number|no)\b/i, "2026-117"],
			[/\b(?:who|whose|company|from)\b/i, "Ada and Sons"],
			[/\bdut(?:y|ies)\b/i, "18.00"],
			[/\bpaper\b/i, "100.00"],
		],
	},
];

/** An image of a request. */
export interface Picture extends PictureFacts, PixelSize {}

/** Opens an image; undefined if the bytes are not an image. An unknown image has an object in its middle. */
export async function openPicture(bytes: Uint8Array): Promise<Picture | undefined> {
	if (!isImage(bytes)) return undefined;
	const own = await recognize(bytes, PICTURES);
	const share = (side: number, part: number): number => Math.round(side * part);
	const { width, height } = readImageSize(bytes) ?? { width: 0, height: 0 };
	const middle = [share(width, 0.25), share(height, 0.25), share(width, 0.75), share(height, 0.75)] as const;
	const unknown: PictureFacts = {
		caption: noModel("sample:street.jpg"),
		labels: { picture: 3, photo: 2, drawing: 1 },
		objects: [at("object", 0.9, ...middle)],
		answers: [],
	};
	return { ...(own ?? unknown), width, height };
}

export function isImage(bytes: Uint8Array): boolean {
	return findMediaType(bytes).startsWith("image/");
}

export function classifyPicture({ labels }: Picture): TextClassificationOutputElement[] {
	return softmax(Object.entries(labels));
}

/** Scores labels for an image: those that its caption names fit. */
export function matchPicture({ caption }: Picture, labels: readonly string[]): TextClassificationOutputElement[] {
	return softmax(weighLabels(labels)(caption));
}

/** Answers a question about an image: with the facts about it, its size, else in one line. */
export function answerImageQuestion(
	question: string,
	{ width, height, answers }: Picture,
): { answer: string; score: number }[] {
	const [, answer] = answers.find(([asked]) => asked.test(question)) ?? [];
	const size = /\b(?:size|large|big|wide|high|resolution)\b/i.test(question) && `${width} x ${height}`;
	return [{ answer: size || (answer ?? noModel('sample:invoice.png "What is the total?"')), score: 0.95 }];
}

/** Describes an image in a message: the content of a data URL; of other URLs only where they point. */
export async function describeImage(href: string): Promise<string> {
	const file = decodeDataUrl(href);
	if (!file) {
		const { host, pathname } = new URL(href);
		return `The image is at ${host}, named ${pathname.split("/").at(-1) || "nothing"}; the sandbox has no network to look at it.`;
	}
	const bytes = new Uint8Array(await file.arrayBuffer());
	const picture = await openPicture(bytes);
	if (!picture) return `The image is a file of ${bytes.length} bytes that I cannot open.`;
	const facts = `${findMediaType(bytes).slice(6).toUpperCase()}, ${picture.width} × ${picture.height}, ${bytes.length} bytes`;
	return picture.answers.length > 0
		? `The image shows ${picture.caption} (${facts}).`
		: `The image is a file (${facts}). ${picture.caption}`;
}
