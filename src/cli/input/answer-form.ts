import { getPath, isRecord, readMember } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import type { Args } from "../../inference/index.ts";
import type { ObjectPlan } from "../../inference/object/plan.ts";
import type { Context } from "../context.ts";
import { invalidFile, invalidInput, optionConflict } from "../errors/usage.ts";
import { interruptible, OutOfTime } from "../terminal/interrupts.ts";
import { handleSignals } from "../terminal/process-io.ts";
import { readJsonFile } from "./file.ts";

/** Milliseconds that preparing a schema may take; Ctrl-C ends it before. */
const MAX_TIME = 30_000;

export interface AnswerFormOptions {
	schema?: string;
	schemaMulti?: string;
	tools?: string;
	/** The plan of `schema` or `schemaMulti`, after it was read. */
	answer?: ObjectPlan;
}

/** Reads `--tools` and `--schema`: the model may call tools, or must answer with JSON of a schema. */
export async function readAnswerForm(options: AnswerFormOptions, context: Context): Promise<Args> {
	const plan = await readAnswerPlan(options, context);
	return {
		...(options.tools === undefined ? {} : { tools: await readTools(options.tools, context) }),
		...(plan === undefined ? {} : { response_format: plan.format }),
	};
}

/**
 * Returns the schema of `--schema` or `--schema-multi`, prepared; undefined without one.
 * @throws UsageError that marks the error in a short form
 */
export async function readAnswerPlan(
	{ schema, schemaMulti, answer }: AnswerFormOptions,
	context: Context,
): Promise<ObjectPlan | undefined> {
	if (answer) return answer;
	if (schema !== undefined && schemaMulti !== undefined) throw optionConflict("--schema", "--schema-multi");
	const text = schema ?? schemaMulti;
	if (text === undefined) return undefined;
	const [{ readSchema }, { planObject }] = await Promise.all([
		import("./schema.ts"),
		import("../../inference/object/plan.ts"),
	]);
	const flag = schema === undefined ? "--schema-multi" : "--schema";
	const one = await readSchema(text, flag, context);
	await handleSignals(context.signal);
	try {
		return interruptible(() => planObject(schema === undefined ? { type: "array", items: one } : one), MAX_TIME);
	} catch (error) {
		if (error instanceof OutOfTime) throw invalidFile(`The schema of ${flag} is too large: ${error.message}.`);
		if (!(error instanceof InferenceClientInputError)) throw error;
		throw invalidInput(error.message, `Fix the schema of ${flag}.`);
	}
}

/** Returns the schema in the `response_format` of a chat's arguments; undefined without one. */
export async function planOf(args: Readonly<Record<string, unknown>>): Promise<ObjectPlan | undefined> {
	const schema = getPath(args, "response_format", "json_schema", "schema");
	if (!isRecord(schema)) return undefined;
	const { planObject } = await import("../../inference/object/plan.ts");
	return planObject(schema);
}

async function readTools(path: string, context: Context): Promise<unknown[]> {
	const value = await readJsonFile(path, context);
	const tools: unknown[] = Array.isArray(value) ? value : [value];
	return tools.map((tool) => {
		if (readMember(tool, "function") !== undefined) return tool;
		if (readMember(tool, "name") !== undefined) return { type: "function", function: tool };
		throw invalidFile(
			`${path} contains no tools.`,
			'Expected [{"type": "function", "function": {"name": …, "parameters": …}}].',
		);
	});
}
