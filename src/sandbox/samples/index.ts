import { RecentMap } from "../../base/remember.ts";
import texts from "./data/texts.json" with { type: "json" };
import type * as Images from "./images.ts";

/**
 * Small generated files for trying every task: `sample:street.jpg`. The bytes are generated on demand and always the
 * same.
 */

/** A built-in file. */
export interface Sample {
	/** Such as `street.jpg`. */
	name: string;
	/** Its media type, such as `image/jpeg`. */
	type: string;
	/** Description in a few words. */
	description: string;
	read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Contents of text files. */
const TEXTS: Readonly<Record<string, string>> = texts;

const text = (name: string, type: string, description: string): Sample => ({
	name,
	type,
	description,
	read: async () => new TextEncoder().encode(TEXTS[name] ?? ""),
});

type Image = Promise<Uint8Array<ArrayBuffer>>;
const IMAGES = new RecentMap<Image>(4);

const image = (name: string, description: string, draw: (images: typeof Images) => Image): Sample => ({
	name,
	type: name.endsWith(".jpg") ? "image/jpeg" : "image/png",
	description,
	read: async () => {
		const images = await import("./images.ts");
		return (await IMAGES.getOrMake(name, () => draw(images))).slice();
	},
});

const scene = (name: string, description: string, width: number, height: number): Sample =>
	image(name, description, ({ drawSample }) => drawSample(description, width, height, name.endsWith(".jpg")));

const audio = (name: string, description: string, isMusic: boolean): Sample => ({
	name,
	type: "audio/wav",
	description,
	read: async () => {
		const { encodeWav } = await import("../media/wav.ts");
		const { synthesizeMusic, synthesizeSpeech } = await import("../media/synthesize-audio.ts");
		return encodeWav(isMusic ? synthesizeMusic(description, 3, "sample") : synthesizeSpeech(description, "sample"));
	},
});

/** All built-in files, in the order they are listed. */
export const SAMPLES: readonly Sample[] = [
	scene("street.jpg", "a red car in front of a house in the city", 480, 320),
	scene("cat.png", "a grey cat on green grass", 320, 240),
	scene("lighthouse.png", "a white lighthouse by the sea", 320, 240),
	image("invoice.png", "an invoice for 118.00 EUR", ({ drawInvoice }) => drawInvoice()),
	image("mask.png", "a mask: white where the image may change", ({ drawMask }) => drawMask()),
	audio("speech.wav", "Good morning. The meeting begins at ten o'clock.", false),
	audio("music.wav", "a happy dance", true),
	{
		name: "clip.mp4",
		type: "video/mp4",
		description: "a boat on the sea",
		read: async () => (await import("../media/clip.ts")).readClip(),
	},
	text("people.csv", "text/csv", "a table of five people"),
	text("article.txt", "text/plain", "a short news article"),
	text("review.txt", "text/plain", "a product review"),
	text("questions.txt", "text/plain", "three questions, one per line"),
	text("messages.json", "application/json", "the messages of a chat"),
	text("reviews.jsonl", "application/jsonl", "three reviews, one JSON object per line"),
];

/** Returns the sample of a name, with or without `sample:` in front; undefined if there is none. */
export function findSample(name: string): Sample | undefined {
	const plain = name.replace(/^sample:/, "");
	return SAMPLES.find((sample) => sample.name === plain);
}
