import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { readImageSize } from "../../src/base/image-size.ts";
import { findSample, readSample, SAMPLES } from "../../src/sandbox/samples/index.ts";
import { filesRunBy } from "../helpers/files-run.ts";
import { createHome } from "../helpers/session.ts";

it.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
	"%s is small and always the same",
	async (_, sample) => {
		const bytes = await sample.read();
		expect(bytes.length).toBeGreaterThan(20);
		expect(bytes.length).toBeLessThan(60_000);
		expect(Buffer.compare(await sample.read(), bytes)).toBe(0);
	},
);

it.each([
	["street.jpg", { width: 480, height: 320 }],
	["lighthouse.png", { width: 320, height: 240 }],
	["cat.png", { width: 320, height: 240 }],
])("%s is an image", async (name, info) => {
	expect(readImageSize((await findSample(name)?.read()) ?? new Uint8Array())).toEqual(info);
});

it("have no other names", () => {
	expect(findSample("sample:nothing.png")).toBeUndefined();
	expect(findSample("sample:toString")).toBeUndefined();
});

it.each([
	['hub infer -t chat --sandbox "Say hi"', []],
	["hub infer -t text-to-image --sandbox boat -o boat.png", ["lighthouse.png"]],
])("are loaded only by what needs them: %s", async (line, expected) => {
	const home = createHome();
	onTestFinished(() => home.remove());
	const texts = (await filesRunBy(line, home)).map((path) => readFileSync(path, "utf8"));
	const loaded: string[] = [];
	for (const name of ["street.jpg", "cat.png", "lighthouse.png", "speech.wav", "music.wav", "clip.mp4"]) {
		const base64 = Buffer.from(await readSample(name)).toString("base64");
		if (texts.some((text) => text.includes(base64))) loaded.push(name);
	}
	expect(loaded).toEqual(expected);
});
