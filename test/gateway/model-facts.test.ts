import { describe, expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get } from "./ask.ts";

const offer = (provider: string, more: object): object => ({ provider, status: "live", ...more });

/** The router's list. */
const LIST = {
	data: [
		{
			id: "org/model",
			created: 5,
			owned_by: "org",
			architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
			providers: [
				offer("groq", {
					context_length: 131_072,
					max_output_tokens: 8192,
					pricing: { input: 0.1, output: 0.5 },
					supports_tools: true,
				}),
				offer("together", { context_length: 65_536, pricing: { input: 0.3, output: 0.4 }, supports_tools: true }),
				offer("novita", { context_length: 4096, supports_tools: false }),
				offer("cerebras", { status: "error", context_length: 2048, supports_tools: true }),
			],
		},
		{ id: "org/plain", created: 6, owned_by: "org", providers: [offer("groq", { is_free: true })] },
	],
};

const ANY = {
	context_length: 65_536,
	max_output_tokens: 8192,
	pricing: { input: 0.3, output: 0.5 },
	supports_tools: true,
	input_modalities: ["text", "image"],
};
const GROQ = { ...ANY, context_length: 131_072, pricing: { input: 0.1, output: 0.5 } };

function serve(options: GatewayOptions = {}) {
	return createGateway({
		fetch: async () => Response.json(LIST),
		aliases: {
			fast: ["org/model:groq", "org/plain"],
			here: ["llama3:ollama", "org/model:groq"],
			near: ["llama3:latest:local"],
			cheap: ["org/model:cheapest"],
			"claude-*": ["org/model"],
		},
		local: {
			names: ["local", "ollama", "vllm"],
			find: async () => {
				throw new Error("no server");
			},
			list: async (name) =>
				name === "vllm" ? [] : [{ id: "llama3:latest:ollama", context_length: 4096, supports_tools: false }],
		},
		...options,
	});
}

const FACTS = Object.keys(ANY);
async function describeModel(id: string): Promise<object> {
	const model = (await (await get(serve(), `/v1/models/${id}`)).json()) as Record<string, unknown>;
	expect(model).toMatchObject({ id, object: "model" });
	return Object.fromEntries(Object.entries(model).filter(([name]) => FACTS.includes(name)));
}

describe("what /v1/models says of a model", () => {
	it.each([
		["org/model", ANY],
		["org/model:groq", GROQ],
		["org/model:cheapest", ANY],
		["fast", GROQ],
		["cheap", ANY],
		["claude-opus-9", ANY],
		["org/plain", { pricing: { input: 0, output: 0 } }],
		["here", { context_length: 4096, supports_tools: false }],
		["near", { context_length: 4096, supports_tools: false }],
		["llama3:latest:ollama", { context_length: 4096, supports_tools: false }],
	])("holds for %s whoever answers", async (id, facts) => {
		expect(await describeModel(id)).toEqual(facts);
		const { data } = (await (await get(serve(), "/v1/models")).json()) as { data: { id: string }[] };
		if (!id.startsWith("claude") && !id.startsWith("org/model:"))
			expect(data.find((model) => model.id === id)).toMatchObject(facts);
	});

	it("comes from the user's own servers alone where every name leads to them: the router is not asked", async () => {
		const asked: unknown[] = [];
		const fetch = async (input: unknown): Promise<Response> => {
			asked.push(input);
			return Response.json(LIST);
		};
		const aliases = { here: ["llama3:ollama"], "*": ["llama3:latest:ollama"] };
		const ids = async (gateway: ReturnType<typeof serve>): Promise<string[]> => {
			const { data } = (await (await get(gateway, "/v1/models")).json()) as { data: { id: string }[] };
			return data.map(({ id }) => id);
		};
		expect(await ids(serve({ aliases, fetch }))).toEqual(["here", "llama3:latest:ollama"]);
		expect(asked).toEqual([]);
		// Another alias, or a name without one, may lead elsewhere.
		expect(await ids(serve({ aliases: { ...aliases, fast: ["org/model:groq"] }, fetch }))).toContain("org/model");
		expect(await ids(serve({ aliases: { here: ["llama3:ollama"] }, fetch }))).toContain("org/model");
		expect(asked).toHaveLength(2);
	});

	it("has Anthropic's names for Anthropic's clients", async () => {
		const headers = { "anthropic-version": "2023-06-01" };
		const model = await (await get(serve(), "/v1/models/fast", headers)).json();
		expect(model).toMatchObject({
			type: "model",
			id: "fast",
			max_input_tokens: 131_072,
			max_tokens: 8192,
			capabilities: { image_input: { supported: true }, pdf_input: { supported: false } },
		});
		expect(model).not.toHaveProperty("context_length");
		const { data } = (await (await get(serve(), "/v1/models?limit=100", headers)).json()) as { data: { id: string }[] };
		expect(data.find(({ id }) => id === "org/model")).toMatchObject({ max_input_tokens: 65_536 });
		expect(data.find(({ id }) => id === "org/plain")).toMatchObject({
			max_input_tokens: null,
			max_tokens: null,
			capabilities: null,
		});
	});
});
