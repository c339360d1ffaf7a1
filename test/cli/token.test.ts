import { describe, expect, it, onTestFinished } from "vitest";
import { findToken, keyVariable, maskSecret, type TokenRequest } from "../../src/cli/config/token.ts";

import type { Context } from "../../src/cli/context.ts";
import { Secrets } from "../../src/cli/context.ts";
import { createHome } from "../helpers/session.ts";

interface Case {
	title: string;
	request?: TokenRequest;
	env?: Record<string, string>;
	stored?: { token?: string; keys?: Record<string, string> };
	/** Paths in the home and what is in them. */
	files?: Record<string, string>;
	/** The token and its source; a path in the home begins with a dot. */
	expected: [value: string, source: string] | undefined;
}

const EVERYTHING = {
	env: { HUB_TOKEN: "hf_hub", HF_TOKEN: "hf_hf", TOGETHER_API_KEY: "tk" },
	stored: { token: "hf_stored", keys: { together: "tk_stored" } },
	files: { ".cache/huggingface/token": "hf_file\n" },
};

const CASES: Case[] = [
	{ title: "none", expected: undefined },
	{ title: "--token first", request: { given: "hf_given" }, ...EVERYTHING, expected: ["hf_given", "--token"] },
	{ title: "then HUB_TOKEN", ...EVERYTHING, expected: ["hf_hub", "HUB_TOKEN"] },
	{
		title: "then HF_TOKEN; an empty variable counts as none",
		...EVERYTHING,
		env: { HUB_TOKEN: " ", HF_TOKEN: "hf_hf\n" },
		expected: ["hf_hf", "HF_TOKEN"],
	},
	{
		title: "the variable of the provider's own tool",
		request: { provider: "fal-ai", ownKeyOnly: true },
		env: { HF_TOKEN: "hf_hf", FAL_KEY: "fk" },
		expected: ["fk", "FAL_KEY"],
	},
	{
		title: "the usual name before it",
		request: { provider: "replicate", ownKeyOnly: true },
		env: { REPLICATE_API_KEY: "usual", REPLICATE_API_TOKEN: "own" },
		expected: ["usual", "REPLICATE_API_KEY"],
	},
	...(
		[
			["fireworks-ai", "FIREWORKS_API_KEY"],
			["black-forest-labs", "BFL_API_KEY"],
			["cohere", "CO_API_KEY"],
			["nvidia", "NVIDIA_API_KEY"],
			["replicate", "REPLICATE_API_TOKEN"],
			["clarifai", "CLARIFAI_PAT"],
		] as const
	).map(
		([provider, name]): Case => ({
			title: `the key of ${provider} from ${name}`,
			request: { provider, ownKeyOnly: true },
			env: { [name]: "key" },
			expected: ["key", name],
		}),
	),
	{
		title: "then the provider's variable",
		request: { provider: "together" },
		...EVERYTHING,
		env: { TOGETHER_API_KEY: "tk" },
		expected: ["tk", "TOGETHER_API_KEY"],
	},
	{
		title: "then the provider's stored key",
		request: { provider: "together" },
		...EVERYTHING,
		env: {},
		expected: ["tk_stored", "config.json"],
	},
	{
		title: "then the stored token",
		request: { provider: "groq" },
		...EVERYTHING,
		env: {},
		expected: ["hf_stored", "config.json"],
	},
	{
		title: "then the file other tools write",
		files: EVERYTHING.files,
		expected: ["hf_file", "./.cache/huggingface/token"],
	},
	{
		title: "in the folder of HF_HOME",
		env: { HF_HOME: "./hf" },
		files: { "hf/token": "hf_home", ...EVERYTHING.files },
		expected: ["hf_home", "./hf/token"],
	},
	{
		title: "in XDG_CACHE_HOME",
		env: { XDG_CACHE_HOME: "./xdg" },
		files: { "xdg/huggingface/token": "hf_xdg", ...EVERYTHING.files },
		expected: ["hf_xdg", "./xdg/huggingface/token"],
	},
	{
		title: "the file at HF_TOKEN_PATH before all others",
		env: { HF_HOME: "./hf", HF_TOKEN_PATH: "./mine" },
		files: { "hf/token": "hf_home", mine: " hf_mine \n" },
		expected: ["hf_mine", "./mine"],
	},
	{
		title: "an empty file counts as none",
		files: { ".cache/huggingface/token": "\n" },
		expected: undefined,
	},
	{
		title: "for a direct call only the provider's own key: its variable",
		request: { provider: "together", ownKeyOnly: true },
		...EVERYTHING,
		expected: ["tk", "TOGETHER_API_KEY"],
	},
	{
		title: "for a direct call no Hugging Face token",
		request: { provider: "groq", ownKeyOnly: true },
		...EVERYTHING,
		expected: undefined,
	},
];

describe("the token", () => {
	it.each(CASES)("$title", ({ request = {}, env = {}, stored = {}, files = {}, expected }) => {
		const home = createHome(files);
		onTestFinished(() => home.remove());
		const placed = Object.entries(env).map(([name, value]) => [name, value.replace(/^\.\//, `${home.folder}/`)]);
		const context = {
			env: { HOME: home.folder, ...Object.fromEntries(placed) },
			secrets: new Secrets(),
		} as unknown as Context;
		const token = findToken(request, context, { path: "config.json", ...stored });
		const found = token && [token.value, token.source.replace(`${home.folder}/`, "./")];
		expect(found).toEqual(expected);
		expect(context.secrets.hide(`It is ${expected?.[0]}.`).includes(`${expected?.[0]}.`)).toBe(
			!expected || (expected[0] ?? "").length < 4,
		);
	});

	it.each([
		["together", "TOGETHER_API_KEY"],
		["fal-ai", "FAL_AI_API_KEY"],
	])("of %s is in %s", (provider, variable) => {
		expect(keyVariable(provider)).toBe(variable);
	});

	it.each([
		["hf_abcdefghij1234", "hf_…1234"],
		["hf_short", "hf_…"],
		["sk-abcdefghij1234", "sk-…1234"],
		["r8_abcdefghij1234", "r8_…1234"],
		["abcdefghij1234", "…1234"],
		["abc", "…"],
		["", "…"],
	])("%s is shown as %s", (token, shown) => {
		expect(maskSecret(token)).toBe(shown);
	});
});
