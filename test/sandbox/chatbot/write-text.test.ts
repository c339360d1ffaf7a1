import { describe, expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { say } = createAsker();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

describe("haiku", () => {
	it.each([
		["the sea", "Thinking of the sea"],
		["autumn rain", "Once more, autumn rain"],
		["my dog", "Thinking of your dog"],
		["moonlit fields and code.", "Moonlit fields and code"],
		["rain", "I think of rain now"],
	])("about %s name it, in five, seven and five syllables", async (subject, first) => {
		const lines = (await say(`Write a haiku about ${subject}`)).split("\n");
		expect(lines).toHaveLength(3);
		expect(lines[0]).toBe(first);
	});

	it("are not written about a topic that fits no line", async () => {
		expect(await say("Write a haiku about internationalization of typography")).toMatch(NO_MODEL);
	});
});
