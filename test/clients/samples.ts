import { readFileSync } from "node:fs";
import { expect } from "vitest";

const media = new URL("../fixtures/media/", import.meta.url);

export const QUESTION = "What is 6 * 7?";
export const ANSWER = /42/;
export const TOOL_QUESTION = "What is the weather in Paris?";

/** The tool of all cases, as JSON schema. */
export const WEATHER = {
	name: "get_weather",
	description: "The weather of a city",
	parameters: {
		type: "object",
		properties: { city: { type: "string" } },
		required: ["city"],
		additionalProperties: false,
	},
};
export const TOOL = { type: "function" as const, function: WEATHER };

/** What the sandbox says whenever it speaks, and hears in that recording. */
export const SPOKEN = "Good morning. The meeting begins at ten o'clock.";

export function readImage(): File {
	return new File([readFileSync(new URL("cat.png", media))], "cat.png", { type: "image/png" });
}

export function toFile(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): File {
	return new File([bytes], "speech.wav", { type: "audio/wav" });
}

export function expectPng(base64: string | undefined): void {
	expect(base64?.slice(0, 8)).toBe("iVBORw0K");
}

/** The joined pieces of a stream, and that there were several. */
export async function collect<Chunk>(
	stream: AsyncIterable<Chunk>,
	read: (chunk: Chunk) => string | null | undefined,
): Promise<string> {
	const pieces: string[] = [];
	for await (const chunk of stream) {
		const piece = read(chunk);
		if (piece) pieces.push(piece);
	}
	expect(pieces.length).toBeGreaterThan(1);
	return pieces.join("");
}
