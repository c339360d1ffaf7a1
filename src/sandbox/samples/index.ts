/** Small built-in files for trying every task: `sample:street.jpg`. The sandbox also returns them. */

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

const file = (
	name: string,
	type: string,
	description: string,
	load: () => Promise<{ default: { base64: string } }>,
): Sample => ({
	name,
	type,
	description,
	// The platform's decoder: the files are part of this package, and never damaged.
	read: async () => Uint8Array.from(atob((await load()).default.base64), (letter) => letter.charCodeAt(0)),
});

const text = (name: string, type: string, description: string, content: string): Sample => ({
	name,
	type,
	description,
	read: async () => new TextEncoder().encode(content),
});

/** All built-in files, in the order they are listed. */
export const SAMPLES: readonly Sample[] = [
	file(
		"street.jpg",
		"image/jpeg",
		"a red car in front of a house in the city",
		() => import("./files/street.json", { with: { type: "json" } }),
	),
	file(
		"cat.png",
		"image/png",
		"a grey cat on green grass",
		() => import("./files/cat.json", { with: { type: "json" } }),
	),
	file(
		"lighthouse.png",
		"image/png",
		"a white lighthouse by the sea",
		() => import("./files/lighthouse.json", { with: { type: "json" } }),
	),
	file(
		"invoice.png",
		"image/png",
		"an invoice for 118.00 EUR",
		() => import("./files/invoice.json", { with: { type: "json" } }),
	),
	file(
		"mask.png",
		"image/png",
		"a mask: white where the image may change",
		() => import("./files/mask.json", { with: { type: "json" } }),
	),
	file(
		"speech.wav",
		"audio/wav",
		"Good morning. The meeting begins at ten o'clock.",
		() => import("./files/speech.json", { with: { type: "json" } }),
	),
	file("music.wav", "audio/wav", "a happy dance", () => import("./files/music.json", { with: { type: "json" } })),
	file("clip.mp4", "video/mp4", "a boat on the sea", () => import("./files/clip.json", { with: { type: "json" } })),
	text(
		"people.csv",
		"text/csv",
		"a table of five people",
		`name,age,city,salary
Ada,36,London,52000
Alan,41,London,61000
Grace,45,New York,73000
Linus,28,Helsinki,48000
Mei,33,Singapore,66000
`,
	),
	text(
		"article.txt",
		"text/plain",
		"a short news article",
		`The old harbour of Bergen is busy again. After two quiet years the ferries are full, and the fish market has opened
every morning since April. Shop owners say that visitors stay longer than before. The city plans to close the street along
the water to cars next summer. Most residents support the plan, but some fear that deliveries will become harder.
`,
	),
	text(
		"review.txt",
		"text/plain",
		"a product review",
		"The battery lasts two days and the screen is beautiful. I love it.\n",
	),
	text(
		"questions.txt",
		"text/plain",
		"three questions, one per line",
		"What is 6 * 7?\nWhat is 12 * 12?\nExplain attention in one sentence.\n",
	),
	text(
		"messages.json",
		"application/json",
		"the messages of a chat",
		`[
  { "role": "system", "content": "You answer in one sentence." },
  { "role": "user", "content": "What is an embedding?" }
]
`,
	),
	text(
		"reviews.jsonl",
		"application/jsonl",
		"three reviews, one JSON object per line",
		`{"id":"r1","text":"Great sound, friendly support, fast delivery."}
{"id":"r2","text":"The strap tore after a week. A waste of money."}
{"id":"r3","text":"Easy to set up; I recommend it."}
`,
	),
];

/** Returns the sample of a name, with or without `sample:` in front; undefined if there is none. */
export function findSample(name: string): Sample | undefined {
	const plain = name.replace(/^sample:/, "");
	return SAMPLES.find((sample) => sample.name === plain);
}

/** Returns the bytes of a sample. */
export async function readSample(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const sample = findSample(name);
	if (!sample) throw new Error(`There is no sample ${name}.`);
	return sample.read();
}

/**
 * Returns the row of the sample that has these bytes; undefined for every other file. Only a sample of the same length is
 * loaded.
 */
export async function recognize<Row extends { name: string; length: number }>(
	bytes: Uint8Array,
	rows: readonly Row[],
): Promise<Row | undefined> {
	const row = rows.find(({ length }) => length === bytes.length);
	const own = row && (await readSample(row.name));
	return own?.every((byte, index) => byte === bytes[index]) ? row : undefined;
}
