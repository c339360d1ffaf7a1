import { describe, expect, it } from "vitest";
import schemas from "../../src/catalogue/data/schemas.json" with { type: "json" };
import { checkProvider } from "../../src/cli/options/provider.ts";
import type { InferenceClient } from "../../src/index.ts";
import * as library from "../../src/index.ts";
import { REQUIRED } from "../../src/inference/run.ts";
import type { CallOptions } from "../../src/inference/types.ts";

interface Schema {
	required?: string[];
	properties?: { inputs?: { required?: string[] }; parameters?: { $ref?: string } };
	$defs?: Record<string, { required?: string[] }>;
}

/** What a schema requires, as paths. */
function listRequired({ required = [], properties = {}, $defs = {} }: Schema): string[] {
	const parameters = $defs[properties.parameters?.$ref?.split("/").at(-1) ?? ""];
	const inMember = (member: string, names: string[] = []): string[] => names.map((name) => `${member}.${name}`);
	return [
		// Parameters may be absent at endpoints, which take labels elsewhere too.
		...required.filter((name) => name !== "parameters"),
		...inMember("inputs", properties.inputs?.required),
		...inMember("parameters", parameters?.required),
	].sort();
}

const withoutOthers = (path: string): string => path.replace(/\|.*/, "");

it("requires what the schemas of the catalogue require", () => {
	for (const [name, { input }] of Object.entries(schemas.tasks as unknown as Record<string, { input: Schema }>)) {
		const task = (name === "chat-completion" ? "conversational" : name) as keyof typeof REQUIRED;
		expect([name, ...(REQUIRED[task] ?? ["inputs|data"]).map(withoutOthers).sort()]).toEqual([
			name,
			...listRequired(input),
		]);
	}
});

interface Case {
	name: keyof InferenceClient;
	args: object;
	/** What is missing; without it, the call is sent. */
	missing?: string;
}

const CASES: Case[] = [
	{ name: "textToImage", args: {}, missing: "textToImage: inputs" },
	{ name: "textToImage", args: { inputs: undefined }, missing: "textToImage: inputs" },
	{ name: "chatCompletion", args: {}, missing: "chatCompletion: messages" },
	{ name: "chatCompletionStream", args: { inputs: "Hi" }, missing: "chatCompletionStream: messages" },
	{ name: "questionAnswering", args: { inputs: { question: "q" } }, missing: "questionAnswering: inputs.context" },
	{
		name: "tableQuestionAnswering",
		args: { inputs: { query: "q" } },
		missing: "tableQuestionAnswering: inputs.table",
	},
	{
		name: "sentenceSimilarity",
		args: { inputs: { sentences: [] } },
		missing: "sentenceSimilarity: inputs.source_sentence",
	},
	{
		name: "zeroShotClassification",
		args: { inputs: "a", parameters: {} },
		missing: "zeroShotClassification: parameters.candidate_labels",
	},
	{
		name: "zeroShotImageClassification",
		args: { inputs: new Blob(["a"]), provider: "hf-inference", model: "a/b" },
		missing: "zeroShotImageClassification: parameters.candidate_labels",
	},
	{ name: "zeroShotClassification", args: { inputs: "a" } },
	{ name: "textToImage", args: { inputs: "" } },
	{ name: "chatCompletion", args: { messages: [] } },
	{ name: "featureExtraction", args: { inputs: [] } },
	{ name: "imageClassification", args: { data: new Blob(["a"]) } },
	{ name: "tableQuestionAnswering", args: { inputs: { query: "q", table: {} } } },
	{ name: "tableQuestionAnswering", args: { inputs: { question: "q", table: {} } } },
	{
		name: "imageTextToImage",
		args: { parameters: { prompt: "a cat" }, provider: "fal-ai", model: "a/b", accessToken: "key" },
	},
];

describe("missing arguments", () => {
	it.each(CASES)("of $name with $args: $missing", async ({ name, args, missing }) => {
		let requests = 0;
		const options: CallOptions = {
			retry_on_error: false,
			fetch: async () => {
				requests++;
				return new Response("stop", { status: 418 });
			},
		};
		const call = (library as unknown as InferenceClient)[name] as unknown as (
			args: object,
			options: CallOptions,
		) => Promise<unknown> | AsyncGenerator;
		const target = "provider" in args ? {} : { endpointUrl: "https://e.test" };
		const error = await (async () => {
			const running = call({ ...target, ...args }, options);
			if (Symbol.asyncIterator in running) for await (const _ of running);
			else await running;
		})().catch((reason: unknown) => reason as Error);
		expect({ requests, message: missing ? (error as Error).message : undefined }).toEqual({
			requests: missing ? 0 : 1,
			message: missing && `${missing} is missing`,
		});
	});

	it.each([
		["Together", "together"],
		["togther", "together"],
		["togetther", "together"],
		["togehter", "together"],
		["grq", "groq"],
		["falai", "fal-ai"],
		["fal", "fal-ai"],
		["black-forest", "black-forest-labs"],
	])("of the misspelt provider %s names %s", async (provider, meant) => {
		const start = `Provider '${provider}' not supported, did you mean "${meant}"? Available providers: black-forest-labs,`;
		const call = library.textToImage({ model: "a/b", inputs: "x", provider });
		await expect(call).rejects.toThrow(start);
		expect(() => checkProvider(provider)).toThrow(expect.objectContaining({ hint: `Did you mean ${meant}?` }));
	});

	it("of a word that is like no provider lists them", async () => {
		const call = library.textToImage({ model: "a/b", inputs: "x", provider: "watermelon" as string });
		await expect(call).rejects.toThrow(
			/^Provider 'watermelon' not supported\. Available providers: black-forest-labs,/,
		);
	});
});

describe("what is not what it should be, from JavaScript,", () => {
	const messages = [{ role: "user", content: "Hi" }];
	const call = (options: object): Promise<unknown> =>
		library.chatCompletion({ model: "a/b", messages, endpointUrl: "https://e.test" }, options);

	it("is named: the token of a client", () => {
		const create = library.InferenceClient as unknown as new (token: unknown) => unknown;
		for (const token of [{ token: "hf_x" }, null, 5])
			expect(() => new create(token)).toThrow("InferenceClient: the token must be a string");
	});

	it("is named: a fetch that is none, and a controller in place of its signal", async () => {
		await expect(call({ fetch: "no" })).rejects.toThrow("fetch must be a function");
		await expect(call({ signal: new AbortController() })).rejects.toThrow(
			"signal must be an AbortSignal: controller.signal",
		);
		const stream = library.chatCompletionStream(
			{ model: "a/b", messages, endpointUrl: "https://e.test" },
			{ signal: new AbortController() as unknown as AbortSignal },
		);
		await expect(stream.next()).rejects.toThrow("signal must be an AbortSignal: controller.signal");
	});
});
