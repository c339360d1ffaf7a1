import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as valibot from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { InferenceClient } from "../../dist/lib/index.js";
import { createSandbox } from "../../dist/lib/sandbox/index.js";

const MESSAGES = [{ role: "user", content: "Ada Lovelace is 36 years old and lives in London." }];
const WHO = { model: "google/gemma-2-2b-it", messages: MESSAGES };
const client = new InferenceClient("hf_sandbox", { fetch: createSandbox() });

/** A sandbox whose first answer is another one. */
function answering(content: string): InferenceClient {
	const sandbox = createSandbox();
	let isFirst = true;
	return new InferenceClient("hf_sandbox", {
		fetch: async (input, init) => {
			const response = await sandbox(input, init);
			if (typeof init?.body !== "string" || !isFirst) return response;
			isFirst = false;
			const answer = (await response.json()) as { choices: { message: { content: string } }[] };
			for (const choice of answer.choices) choice.message.content = content;
			return Response.json(answer);
		},
	});
}

describe("chatCompletionObject", () => {
	it("accepts zod schemas, and returns their output", async () => {
		const schema = z.object({
			name: z.string().min(2),
			age: z.number().int().min(18),
			note: z.string().optional(),
			tags: z.array(z.enum(["person", "place"])).max(3),
			born: z.string().transform((text) => text.length),
		});
		const { value } = await client.chatCompletionObject({ ...WHO, schema });
		expectTypeOf(value).toEqualTypeOf<z.output<typeof schema>>();
		expect(value).toMatchObject({ name: "Ada Lovelace", age: 36, born: expect.any(Number) });
	});

	it("asks again with zod's message, and drops nulls of optional members", async () => {
		const schema = z.object({ age: z.number().int().min(18), note: z.string().optional() });
		const { value } = await answering('{"age": 3, "note": null}').chatCompletionObject({ ...WHO, schema });
		expect(value.age).toBeGreaterThanOrEqual(18);
		const kept = await answering('{"age": 20, "note": null}').chatCompletionObject({ ...WHO, schema });
		expect(kept.value).toEqual({ age: 20 });
		const failing = answering('{"age": 3, "note": null}').chatCompletionObject({ ...WHO, schema, repairs: 0 });
		await expect(failing).rejects.toThrow(/^The answer does not follow the schema: \/age: /);
	});

	it("accepts valibot schemas", async () => {
		const schema = toStandardJsonSchema(
			valibot.object({ name: valibot.string(), age: valibot.pipe(valibot.number(), valibot.minValue(18)) }),
		);
		const { value } = await client.chatCompletionObject({ ...WHO, schema });
		expectTypeOf(value).toEqualTypeOf<{ name: string; age: number }>();
		expect(value).toEqual({ name: "Ada Lovelace", age: 36 });
	});

	it("explains how to get a JSON schema from valibot", async () => {
		const schema = valibot.object({ name: valibot.string() });
		await expect(client.chatCompletionObject({ ...WHO, schema })).rejects.toThrow(/toStandardJsonSchema/);
	});

	it("accepts arktype schemas", async () => {
		const schema = type({ name: "string", age: "number.integer >= 18", "note?": "string" });
		const { value } = await client.chatCompletionObject({ ...WHO, schema });
		expectTypeOf(value).toEqualTypeOf<{ name: string; age: number; note?: string }>();
		expect(value).toMatchObject({ name: "Ada Lovelace", age: 36 });
	});

	it("accepts JSON schemas, and types their values", async () => {
		const schema = {
			type: "object",
			properties: {
				name: { type: "string" },
				age: { type: "integer" },
				tags: { type: "array", items: { enum: ["a", "b"] } },
			},
			required: ["name"],
		} as const;
		const { value, completion } = await client.chatCompletionObject({ ...WHO, schema });
		expectTypeOf(value).toEqualTypeOf<{ name: string; age?: number; tags?: ("a" | "b")[] }>();
		expect(value.name).toBe("Ada Lovelace");
		expect(completion.choices[0]?.finish_reason).toBe("stop");
	});

	it("streams values with each", async () => {
		const schemas = [
			z.object({ name: z.string() }),
			toStandardJsonSchema(valibot.object({ name: valibot.string() })),
			type({ name: "string" }),
		];
		for (const schema of schemas) {
			const events = [];
			for await (const event of client.chatCompletionObjectStream({ ...WHO, schema })) events.push(event);
			expect(events[0]).toMatchObject({ type: "partial" });
			expect(events.at(-1)).toMatchObject({ type: "result", value: { name: "Ada Lovelace" } });
		}
	});
});
