import { expect, it } from "vitest";
import { readImageInfo } from "../../src/sandbox/media/image-info.ts";
import { findSample, SAMPLES } from "../../src/sandbox/samples/index.ts";

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
	["street.jpg", { format: "jpeg", width: 480, height: 320 }],
	["lighthouse.png", { format: "png", width: 320, height: 240 }],
	["cat.png", { format: "png", width: 320, height: 240 }],
])("%s is an image", async (name, info) => {
	expect(readImageInfo((await findSample(name)?.read()) ?? new Uint8Array())).toEqual(info);
});

it("have no other names", () => {
	expect(findSample("sample:nothing.png")).toBeUndefined();
	expect(findSample("sample:toString")).toBeUndefined();
});
