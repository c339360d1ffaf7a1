import { RecentMap } from "../../base/remember.ts";
import texts from "./data/texts.json" with { type: "json" };

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

const IMAGES = new RecentMap<Promise<Uint8Array<ArrayBuffer>>>(4);

const image = (name: string, description: string, width: number, height: number): Sample => ({
	name,
	type: name.endsWith(".jpg") ? "image/jpeg" : "image/png",
	description,
	read: async () => {
		const { drawSample } = await import("./images.ts");
		const format = name.endsWith(".jpg") ? "jpeg" : "png";
		return (await IMAGES.getOrMake(name, () => drawSample(description, width, height, format))).slice();
	},
});

const audio = (name: string, description: string, make: "speech" | "music"): Sample => ({
	name,
	type: "audio/wav",
	description,
	read: async () => {
		const { encodeWav } = await import("../media/wav.ts");
		if (make === "music") {
			return encodeWav((await import("../media/synthesize-audio.ts")).synthesizeMusic(description, 3, "sample"));
		}
		return encodeWav((await import("../media/synthesize-audio.ts")).synthesizeSpeech(description, "sample"));
	},
});

/** All built-in files, in the order they are listed. */
export const SAMPLES: readonly Sample[] = [
	image("street.jpg", "a red car in front of a house in the city", 480, 320),
	image("cat.png", "a grey cat on green grass", 320, 240),
	image("lighthouse.png", "a white lighthouse by the sea", 320, 240),
	{
		name: "invoice.png",
		type: "image/png",
		description: "an invoice for 118.00 EUR",
		read: async () => (await import("./images.ts")).drawInvoice(),
	},
	{
		name: "mask.png",
		type: "image/png",
		description: "a mask: white where the image may change",
		read: async () => (await import("./images.ts")).drawMask(),
	},
	audio("speech.wav", "Good morning. The meeting begins at ten o'clock.", "speech"),
	audio("music.wav", "a happy dance", "music"),
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
