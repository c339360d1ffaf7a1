import { describe, expect, it } from "vitest";
import { parsePrompt } from "../../../src/cli/commands/prompt/store.ts";
import {
	findSamplingFault,
	SAMPLING_PARAMETERS,
	samplingFlags,
	samplingParameters,
} from "../../../src/cli/options/sampling.ts";

const VALUES = { temperature: 0.5, maxTokens: 7, topP: 0.9, stop: ["a"], seed: 3 };

it("names each parameter as the task does", () => {
	const same = { temperature: 0.5, top_p: 0.9, stop: ["a"], seed: 3 };
	expect(samplingParameters("conversational", VALUES)).toEqual({ ...same, max_tokens: 7 });
	expect(samplingParameters("text-generation", VALUES)).toEqual({ ...same, max_new_tokens: 7 });
	expect(samplingParameters("conversational", { seed: 0 })).toEqual({ seed: 0 });
	expect(samplingFlags(SAMPLING_PARAMETERS, { topP: 0.1 })).toMatchObject({ "--top-p": 0.1, "--seed": undefined });
});

it("every parameter with a flag may stand in a saved prompt, under both of its names", async () => {
	for (const { field, fieldOfGeneration, option } of SAMPLING_PARAMETERS) {
		const value = option.long === "--stop" ? ["a"] : 1;
		const yaml = (name: string): string => `prompt: p\nparameters: {${name}: ${JSON.stringify(value)}}\n`;
		for (const name of [field, fieldOfGeneration]) {
			expect((await parsePrompt(yaml(name), "n")).parameters).toEqual({ [name]: value });
		}
	}
});

it.each([
	["temperature", -1, "Give the temperature as a number, 0 or more."],
	["max_tokens", "many", "Give the tokens as a number, 1 or more."],
	["max_new_tokens", 1.5, "Give the tokens as a whole number."],
	["seed", true, "Give the seed as a number."],
	["seed", 2 ** 53, "Give the seed as a whole number of at most 9007199254740991."],
])("a saved prompt is held to the rule of the flag: %s %s", async (field, value, fault) => {
	expect(findSamplingFault(field, value)).toBe(fault);
	const saved = parsePrompt(`prompt: p\n${field}: ${JSON.stringify(value)}\n`, "n");
	await expect(saved).rejects.toMatchObject({ hint: fault, message: expect.stringContaining(field) });
});

it("has no rule for parameters without a flag", () => {
	expect(findSamplingFault("top_k", "many")).toBeUndefined();
	expect(findSamplingFault("stop", 7)).toBeUndefined();
});

describe("a value of /set and of saved prompts", () => {
	it.each([
		["temperature", 0.5, true],
		["temperature", "0.5", false],
		["temperature", [0.5], false],
		["temperature", Number.POSITIVE_INFINITY, false],
		["temperature", true, false],
		["max_tokens", 20, true],
		["max_tokens", "20", false],
		["max_tokens", 1.5, false],
		["max_new_tokens", [20], false],
		["stop", "END", true],
		["stop", ["END", "STOP"], true],
		["frequency_penalty", 1, true],
	])("%s = %j follows the rule of its flag: %s", (field, value, isGood) => {
		expect(findSamplingFault(field, value) === undefined).toBe(isGood);
	});
});
