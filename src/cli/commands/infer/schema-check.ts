import { type Schema, Validator } from "@cfworker/json-schema";
import { InferenceClientProviderOutputError } from "../../../errors.ts";
import { parseJson, readMember } from "../../../http/index.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run } from "../../../inference/run.ts";
import type { Listener } from "../../network/events.ts";
import type { Target } from "../../network/target.ts";
import { readContent } from "../../output/stream-events.ts";

/**
 * Checks an answer against the JSON schema of `--schema`; services promise to follow it and do not always. One more
 * try tells the model what was wrong.
 */
export async function followSchema(
	result: unknown,
	args: BaseArgs & Args,
	target: Target,
	listen: Listener,
): Promise<unknown> {
	const schema = readMember(readMember(args["response_format"], "json_schema"), "schema");
	if (schema === undefined) return result;
	const problem = findMismatch(readAnswer(result), schema);
	if (problem === undefined) return result;
	listen({ type: "progress", text: "The answer does not follow the schema; asking once more" });
	const messages = [
		...(args["messages"] as unknown[]),
		{ role: "assistant", content: readAnswer(result) },
		{
			role: "user",
			content: `Your answer does not follow the JSON schema: ${problem} Answer again with JSON that does, and nothing else.`,
		},
	];
	const second = await run<unknown>(target.task, { ...args, messages }, target.options);
	const remaining = findMismatch(readAnswer(second), schema);
	if (remaining === undefined) return second;
	throw new InferenceClientProviderOutputError(`The answer does not follow the schema: ${remaining}`);
}

function readAnswer(result: unknown): string {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	return readContent(readMember(message, "content"));
}

/** Returns what is wrong with a string that should be JSON of this schema; undefined when nothing is. */
export function findMismatch(text: string, schema: unknown): string | undefined {
	const value = parseJson(text);
	if (value === undefined) return "it is not JSON.";
	const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(value);
	if (valid) return undefined;
	// The first error names the outermost rule ("a property does not match"); the last one the place itself.
	const deepest = errors.at(-1);
	return deepest
		? `at ${deepest.instanceLocation.replace(/^#/, "") || "the top"}: ${deepest.error}`
		: "it does not match.";
}
