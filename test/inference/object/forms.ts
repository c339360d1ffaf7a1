import { type Schema, Validator } from "@cfworker/json-schema";
import { InferenceClient } from "../../../src/index.ts";
import { ALL_PROVIDERS } from "../../../src/inference/providers/index.ts";
import { createSandbox } from "../../../src/sandbox/index.ts";
import { generateSchema } from "./schemas.ts";

/** Two hundred schemas, always the same. */
export const SCHEMAS = Array.from({ length: 200 }, (_, index) => generateSchema(index + 1));

export const MESSAGES = [
	{ role: "user", content: "Ada Lovelace is 36 years old, lives in London, and likes red, maths and engines." },
];

/** Whom a chat is sent to: every provider that chats, each in its own form. */
export const FORMS = ALL_PROVIDERS.filter(({ tasks }) => tasks.conversational).map(
	({ id, closedSource, routed }): { id: string; target: object; token: string } => ({
		id,
		target:
			id === "hf-inference"
				? {
						endpointUrl: "https://router.huggingface.co/hf-inference/models/google/gemma-2-2b-it",
						model: "google/gemma-2-2b-it",
					}
				: { provider: id, model: id === "openai" ? "openai/gpt-4o-mini" : "google/gemma-2-2b-it" },
		token: closedSource || routed === "never" ? "sandbox-key" : "hf_sandbox",
	}),
);

/** Asks the sandbox for a value of each schema, and returns those that do not follow. */
export async function findWrongValues(
	{ target, token }: (typeof FORMS)[number],
	schemas: readonly object[],
): Promise<unknown[]> {
	const client = new InferenceClient(token, { fetch: createSandbox() });
	const wrong: unknown[] = [];
	for (const schema of schemas) {
		const args = { ...target, messages: MESSAGES, schema: schema as Record<string, unknown> };
		const { value } = await client.chatCompletionObject(args);
		if (!isValid(schema, value)) wrong.push({ schema, value });
	}
	return wrong;
}

/** Whether a value follows a schema, as another validator than ours sees it. */
export function isValid(schema: object, value: unknown): boolean {
	return new Validator(schema as Schema, "2020-12", false).validate(value).valid;
}
