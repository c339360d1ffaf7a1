import { describe, expect, it } from "vitest";
import {
	InferenceClient,
	InferenceClientAnswerCutError,
	InferenceClientProviderOutputError,
	type Notice,
} from "../../../src/index.ts";
import { createSandbox } from "../../../src/sandbox/index.ts";
import { FORMS, findWrongCuts, findWrongRepairs, findWrongValues, isValid, MESSAGES, SCHEMAS, spoil } from "./forms.ts";

describe("chatCompletionObject", () => {
	it.each(FORMS.map((form, index) => ({ ...form, index })))(
		"returns values that follow generated schemas, and reports mismatches and truncated answers, at $id",
		async ({ index, ...form }) => {
			// A share for each, together all of them; `forms.long.ts` asks everybody for everything.
			const share = SCHEMAS.filter((_, position) => position % 10 === index % 10);
			expect(await findWrongValues(form, share)).toEqual([]);
			expect(await findWrongRepairs(form, share.slice(0, 4))).toEqual([]);
			expect(await findWrongCuts(form, share.slice(4, 8))).toEqual([]);
		},
	);

	it("returns values by instructions", async () => {
		const client = new InferenceClient("hf_sandbox", { fetch: createSandbox() });
		for (const schema of SCHEMAS.slice(0, 50)) {
			const args = { model: "google/gemma-2-2b-it", messages: MESSAGES, schema, schemaIn: "instructions" } as const;
			const { value } = await client.chatCompletionObject(args);
			expect(isValid(schema, value)).toBe(true);
		}
	});

	it("asks again with the problems, as often as allowed", async () => {
		for (const [index, schema] of SCHEMAS.slice(0, 40).entries()) {
			const { fetch, bodies } = spoil((choice, attempt) => {
				if (attempt === 1) choice.message.content = index % 2 === 0 ? "I cannot say." : '{"spoilt":[1]}';
			});
			const notices: Notice["type"][] = [];
			const client = new InferenceClient("hf_sandbox", { fetch, onNotice: ({ type }) => notices.push(type) });
			const args = { model: "google/gemma-2-2b-it", provider: "together", messages: MESSAGES, schema } as const;
			const isMiss = index % 2 === 0 || !isValid(schema, { spoilt: [1] });
			const { value } = await client.chatCompletionObject(args);
			expect(isValid(schema, value)).toBe(true);
			expect(bodies).toHaveLength(isMiss ? 2 : 1);
			expect(notices).toEqual(isMiss ? ["repair"] : []);
			if (!isMiss) continue;
			expect(bodies[1]?.messages).toHaveLength(3);
			expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain("Your answer does not follow the JSON schema");
		}
	});

	it("refuses several answers, of which it would check one", async () => {
		const { fetch, bodies } = spoil(() => undefined);
		const client = new InferenceClient("hf_sandbox", { fetch });
		const args = { model: "google/gemma-2-2b-it", provider: "together", messages: MESSAGES, schema: {}, n: 2 } as const;
		await expect(client.chatCompletionObject(args)).rejects.toThrow("n must be 1");
		await expect(client.chatCompletionObjectStream(args)[Symbol.asyncIterator]().next()).rejects.toThrow("n must be 1");
		expect(bodies).toEqual([]);
	});

	it("fails when no repairs are left", async () => {
		const schema = {
			type: "object",
			properties: { age: { type: "integer", minimum: 18 } },
			required: ["age"],
		} as const;
		const { fetch, bodies } = spoil((choice) => {
			choice.message.content = '{"age": 3}';
		});
		const client = new InferenceClient("hf_sandbox", { fetch });
		const ask = (repairs?: number) =>
			client.chatCompletionObject({
				model: "google/gemma-2-2b-it",
				provider: "together",
				messages: MESSAGES,
				schema,
				repairs,
			});
		await expect(ask(0)).rejects.toThrow("The answer does not follow the schema: /age: must be 18 or more, not 3.");
		expect(bodies).toHaveLength(1);
		await expect(ask(3)).rejects.toThrow(InferenceClientProviderOutputError);
		expect(bodies).toHaveLength(5);
	});

	it("reports a truncated answer", async () => {
		const client = new InferenceClient("hf_sandbox", { fetch: createSandbox() });
		for (const schema of SCHEMAS.slice(0, 40)) {
			const args = { model: "google/gemma-2-2b-it", messages: MESSAGES, schema, max_tokens: 1 };
			const error = await client.chatCompletionObject(args).catch((failure: unknown) => failure);
			expect(error).toBeInstanceOf(InferenceClientAnswerCutError);
			expect(String(error)).toBe("ProviderOutputError: The answer was cut at 1 tokens; raise max_tokens.");
		}
	});

	it("puts the schema into the system message if a provider rejects it", async () => {
		const sandbox = createSandbox();
		const notices: Notice["type"][] = [];
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const isRefused = typeof init?.body === "string" && init.body.includes("response_format");
			return isRefused
				? Response.json({ error: "response_format is not supported" }, { status: 400 })
				: sandbox(input, init);
		};
		const client = new InferenceClient("hf_sandbox", { fetch, onNotice: ({ type }) => notices.push(type) });
		const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as const;
		const args = { model: "google/gemma-2-2b-it", provider: "together", messages: MESSAGES, schema } as const;
		expect((await client.chatCompletionObject(args)).value).toEqual({ name: "Ada Lovelace" });
		expect(notices).toEqual(["instructions"]);
		const events = [];
		for await (const event of client.chatCompletionObjectStream(args)) events.push(event);
		expect(events.at(-1)).toMatchObject({ type: "result", value: { name: "Ada Lovelace" } });
	});

	it("drops the nulls of optional members, and keeps those that the schema allows", async () => {
		const schema = {
			type: "object",
			properties: { name: { type: "string" }, age: { type: "integer" }, note: { type: ["string", "null"] } },
			required: ["name"],
			additionalProperties: false,
		} as const;
		const { fetch } = spoil((choice) => {
			choice.message.content = '```json\n{"name": "Ada", "age": null, "note": null}\n```';
		});
		const client = new InferenceClient("hf_sandbox", { fetch });
		const args = { model: "google/gemma-2-2b-it", provider: "together", messages: MESSAGES, schema } as const;
		expect((await client.chatCompletionObject(args)).value).toEqual({ name: "Ada", note: null });
	});

	it("streams the value as it grows, and ends with the result", async () => {
		const client = new InferenceClient("hf_sandbox", { fetch: createSandbox() });
		for (const schema of SCHEMAS.slice(0, 20)) {
			const stream = client.chatCompletionObjectStream({ model: "google/gemma-2-2b-it", messages: MESSAGES, schema });
			const events = [];
			for await (const event of stream) events.push(event);
			const last = events.pop();
			expect(last?.type).toBe("result");
			expect(isValid(schema, last?.value)).toBe(true);
			expect(events.every(({ type }) => type === "partial")).toBe(true);
		}
	});
});
