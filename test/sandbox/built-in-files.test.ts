import { expect, it } from "vitest";
import { readRecording, transcribe } from "../../src/sandbox/media/analyze-audio.ts";
import { askImage, captionImage, classifyImage } from "../../src/sandbox/media/analyze-image.ts";
import { type ReceivedImage, readImage } from "../../src/sandbox/media/read-image.ts";
import { findSample, SAMPLES } from "../../src/sandbox/samples/index.ts";

async function open(name: string): Promise<ReceivedImage> {
	const bytes = await findSample(`sample:${name}`)?.read();
	const image = bytes && (await readImage(bytes));
	if (!image) throw new Error(`${name} is no image`);
	return image;
}

it.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
	"%s is small and always the same",
	async (_, sample) => {
		const bytes = await sample.read();
		expect(bytes.length).toBeGreaterThan(20);
		expect(bytes.length).toBeLessThan(400_000);
		expect(Buffer.compare(await sample.read(), bytes)).toBe(0);
	},
);

it("have images that the sandbox recognizes", async () => {
	expect(classifyImage(await open("lighthouse.png"), 1)[0]?.label).toBe("lighthouse");
	const street = await open("street.jpg");
	expect(street).toMatchObject({ info: { format: "jpeg", width: 480, height: 320 }, opened: true });
	expect(captionImage(street)).toContain("red car");
	expect(askImage("What is the total?", await open("invoice.png"), 1)[0]?.answer).toContain("118.00");
});

it("have speech that the sandbox understands", async () => {
	const recording = readRecording((await findSample("speech.wav")?.read()) ?? new Uint8Array());
	expect(recording && transcribe(recording).text).toBe("Good morning. The meeting begins at ten o'clock.");
});

it("names the color of the sky in a drawn image", async () => {
	expect(["blue", "turquoise", "white", "grey"]).toContain(
		askImage("What colour is the sky?", await open("lighthouse.png"), 1)[0]?.answer,
	);
});

it("have no other names", () => {
	expect(findSample("sample:nothing.png")).toBeUndefined();
});
