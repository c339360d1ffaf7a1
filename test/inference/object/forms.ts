import { type Schema, Validator } from "@cfworker/json-schema";
import { type CallOptions, InferenceClient, InferenceClientAnswerCutError } from "../../../src/index.ts";
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

/**
 * Asks for a value of each schema with a first answer that follows none, and returns the schemas for which there was no
 * second question, or no value that follows.
 */
export async function findWrongRepairs(
	{ target, token }: (typeof FORMS)[number],
	schemas: readonly object[],
): Promise<unknown[]> {
	const wrong: unknown[] = [];
	for (const schema of schemas) {
		const { fetch, bodies } = spoil((choice, attempt) => {
			if (attempt === 1) choice.message.content = "I cannot say.";
		});
		const client = new InferenceClient(token, { fetch });
		const args = { ...target, messages: MESSAGES, schema: schema as Record<string, unknown> };
		const { value } = await client.chatCompletionObject(args);
		const isToldWhy = JSON.stringify(bodies[1]?.messages.at(-1)).includes(
			"Your answer does not follow the JSON schema",
		);
		if (bodies.length !== 2 || !isToldWhy || !isValid(schema, value)) wrong.push({ schema, value, bodies });
	}
	return wrong;
}

/** Asks for a value of each schema in one token, and returns the errors that do not say so. */
export async function findWrongCuts(
	{ target, token }: (typeof FORMS)[number],
	schemas: readonly object[],
): Promise<unknown[]> {
	const client = new InferenceClient(token, { fetch: createSandbox() });
	const wrong: unknown[] = [];
	for (const schema of schemas) {
		const args = { ...target, messages: MESSAGES, schema: schema as Record<string, unknown>, max_tokens: 1 };
		const error = await client.chatCompletionObject(args).catch((failure: unknown) => failure);
		const isRight = error instanceof InferenceClientAnswerCutError && /was cut at 1 tokens; raise/.test(error.message);
		if (!isRight) wrong.push({ schema, error });
	}
	return wrong;
}

type Fetch = NonNullable<CallOptions["fetch"]>;
type Choice = { message: { content: string }; finish_reason: string };

/** The sandbox with answers that are changed on their way; counts and keeps the requests of chats. */
export function spoil(change: (choice: Choice, attempt: number) => void): {
	fetch: Fetch;
	bodies: { messages: unknown[] }[];
} {
	const sandbox = createSandbox();
	const bodies: { messages: unknown[] }[] = [];
	const fetch: Fetch = async (input, init) => {
		const response = await sandbox(input, init);
		if (typeof init?.body !== "string") return response;
		bodies.push(JSON.parse(init.body));
		const answer = (await response.json()) as { choices: Choice[] };
		for (const choice of answer.choices) change(choice, bodies.length);
		return Response.json(answer);
	};
	return { fetch, bodies };
}

/** Whether a value follows a schema, as another validator than ours sees it. */
export function isValid(schema: object, value: unknown): boolean {
	return new Validator(schema as Schema, "2020-12", false).validate(value).valid;
}
