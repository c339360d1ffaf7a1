import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { encodeMask } from "../../src/sandbox/media/mask.ts";
import { openPicture, PICTURES } from "../../src/sandbox/media/pictures.ts";
import { openRecording, RECORDINGS, transcribe } from "../../src/sandbox/media/recordings.ts";
import { readSample } from "../../src/sandbox/samples/index.ts";
import { createAsker } from "./ask.ts";

describe("images", () => {
	it.each(PICTURES)("are known if they are the sandbox's own: $name", async ({ name, caption }) => {
		const bytes = await readSample(name);
		const picture = await openPicture(bytes);
		expect(picture?.caption).toBe(caption);
		for (const { box } of picture?.objects ?? []) {
			expect([box.xmin, box.ymin].every((side) => side >= 0)).toBe(true);
			expect(box.xmin).toBeLessThan(box.xmax);
			expect(box.ymin).toBeLessThan(box.ymax);
			expect(box.xmax).toBeLessThanOrEqual(picture?.width ?? 0);
			expect(box.ymax).toBeLessThanOrEqual(picture?.height ?? 0);
		}
		// The same number of bytes does not suffice.
		bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
		expect((await openPicture(bytes))?.caption).toMatch(/^Sandbox: no model here\./);
	});

	it("have a box that fits, whatever their size", async () => {
		const gif = Uint8Array.from(Buffer.from("GIF89a\x64\0\x32\0", "latin1"));
		expect((await openPicture(gif))?.objects).toMatchObject([{ box: { xmin: 25, ymin: 13, xmax: 75, ymax: 38 } }]);
	});

	it.each([
		[9, 4, { xmin: 1, ymin: 1, xmax: 9, ymax: 3 }],
		[2000, 300, { xmin: 500, ymin: 0, xmax: 501, ymax: 300 }],
	])("have masks that other programs read: %d x %d", (width, height, box) => {
		const { data, ...size } = PNG.sync.read(Buffer.from(encodeMask(width, height, box)));
		expect(size).toMatchObject({ width, height });
		const white = Array.from({ length: width * height }, (_, place) => place).filter(
			(place) => data[place * 4] === 255,
		);
		const isInside = (place: number): boolean => {
			const [x, y] = [place % width, Math.floor(place / width)];
			return x >= box.xmin && x < box.xmax && y >= box.ymin && y < box.ymax;
		};
		expect(white).toHaveLength((box.xmax - box.xmin) * (box.ymax - box.ymin));
		expect(white.every(isInside)).toBe(true);
	});

	it.each([
		["width and height", { width: 70, height: 50 }, 200],
		["size", { size: "80x40" }, 200],
		["target_size", { target_size: { width: 33, height: 44 } }, 200],
		["half of a target_size", { target_size: { width: 33 } }, 422],
		["image_size", { image_size: "square" }, 200],
		["an unknown image_size", { image_size: "round" }, 422],
		["too large a width", { width: 5000 }, 422],
	])("are the same for every size, which is checked: %s", async (_, size, status) => {
		const { post } = createAsker();
		const request = { model: "flux", prompt: "a tree", response_format: "b64_json", ...size };
		const response = await post("/nebius/v1/images/generations", request);
		expect(response.status).toBe(status);
		if (status !== 200) return;
		const { data } = (await response.json()) as { data: { b64_json: string }[] };
		expect(Buffer.from(data[0]?.b64_json ?? "", "base64")).toEqual(Buffer.from(await readSample("lighthouse.png")));
	});
});

describe("audio", () => {
	it.each(RECORDINGS)("is known if it is the sandbox's own: $name", async ({ name, text, kind }) => {
		const bytes = await readSample(name);
		const recording = await openRecording(bytes);
		expect(recording).toMatchObject({ text, kind });
		expect(recording?.duration).toBeCloseTo((bytes.length - 44) / 16_000, 5);
		bytes[100] = (bytes[100] ?? 0) ^ 1;
		expect((await openRecording(bytes))?.text).toBe(
			"Sandbox: no model here. Try sample:speech.wav, or a real provider.",
		);
	});

	it("is transcribed in parts that follow one another", () => {
		const { text, chunks } = transcribe({ text: "one two three", duration: 6, kind: "Speech" });
		expect(chunks.map((chunk) => chunk.text).join(" ")).toBe(text);
		expect(chunks.map(({ timestamp }) => timestamp)).toEqual([
			[0, 2],
			[2, 4],
			[4, 6],
		]);
	});

	it("is nothing else", async () => {
		expect(await openRecording(new TextEncoder().encode("text"))).toBeUndefined();
	});
});
