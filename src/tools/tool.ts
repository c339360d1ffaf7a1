import { InferenceClientInputError } from "../errors.ts";
import type { AnswerSchema, JsonSchema, SchemaValue } from "../inference/index.ts";
import { planArguments, type Reading } from "../inference/object/plan.ts";

/** A part of a tool's result. */
export type ToolPart = { text: string } | { image: Blob } | { audio: Blob };

/** A call that a model wants. */
export interface ToolCall {
	/** Unique in the conversation. */
	id: string;
	name: string;
	/** The arguments: checked values if the call fits its tool, else as far as they are JSON. */
	args: unknown;
	/** The arguments as the model wrote them. */
	text: string;
}

/** What a running tool may use. */
export interface ToolContext {
	/** Aborted when the result is no longer wanted, with the reason. */
	signal: AbortSignal;
	call: ToolCall;
}

/** A function that a model may call. */
export interface Tool {
	readonly name: string;
	readonly description: string | undefined;
	/** JSON schema of the arguments, as the model sees it. */
	readonly parameters: JsonSchema;
	/** Reads and checks the arguments of a call. */
	read(text: string): Promise<Reading>;
	/** The result is a text, a JSON value, or a list of parts. Errors go to the model. */
	run(args: unknown, context: ToolContext): unknown;
}

/** How a tool is described. */
export interface ToolDescription<S extends AnswerSchema> {
	/** 1 to 64 letters, digits, `_` and `-`. */
	name: string;
	/** What it does and when to use it, for the model. */
	description?: string | undefined;
	/** Of the arguments: a JSON schema, or a Standard Schema that provides one. Its output is the type of `run`'s arguments. */
	schema: S;
	run(args: SchemaValue<S>, context: ToolContext): unknown;
}

/**
 * Makes a tool of a function.
 *
 * ```ts
 * const add = tool({
 *   name: "add",
 *   description: "Adds two numbers.",
 *   schema: z.object({ a: z.number(), b: z.number() }),
 *   run: ({ a, b }) => a + b,
 * });
 * ```
 * @throws InputError for a name that services refuse, or a schema that is none
 */
export function tool<const S extends AnswerSchema>({ name, description, schema, run }: ToolDescription<S>): Tool {
	if (!/^[\w-]{1,64}$/.test(name)) {
		throw new InferenceClientInputError(
			`"${name}" cannot be the name of a tool: use 1 to 64 letters, digits, _ and -.`,
		);
	}
	const { schema: parameters, read } = planArguments(schema);
	return { name, description, parameters, read, run: (args, context) => run(args as SchemaValue<S>, context) };
}
