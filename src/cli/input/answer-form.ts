import type { Args } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { parseJsonText, readJsonFile, readTextFile } from "./file.ts";

/** Reads `--tools` and `--schema`: the model may call tools, or must answer with JSON of a schema. */
export async function readAnswerForm(options: { schema?: string; tools?: string }, context: Context): Promise<Args> {
	return {
		...(options.tools === undefined ? {} : { tools: await readTools(options.tools, context) }),
		...(options.schema === undefined ? {} : { response_format: await readAnswerFormat(options.schema, context) }),
	};
}

async function readTools(path: string, context: Context): Promise<unknown[]> {
	const value = await readJsonFile(path, context);
	const tools: unknown[] = Array.isArray(value) ? value : [value];
	return tools.map((tool) => {
		const isWrapped = tool !== null && typeof tool === "object" && "function" in tool;
		const isFunction = tool !== null && typeof tool === "object" && "name" in tool;
		if (!isWrapped && !isFunction) {
			throw new UsageError(
				`${path} holds no tools.`,
				'Expected [{"type": "function", "function": {"name": …, "parameters": …}}].',
				"invalid-file",
			);
		}
		return isWrapped ? tool : { type: "function", function: tool };
	});
}

/** A JSON schema from a file or from the command line itself, as the format the answer must follow. */
async function readAnswerFormat(text: string, context: Context): Promise<object> {
	const isInline = text.trimStart().startsWith("{");
	const schema = parseJsonText(isInline ? text : await readTextFile(text, context), isInline ? "--schema" : text);
	if (schema === null || typeof schema !== "object" || Array.isArray(schema)) {
		throw new UsageError("--schema must be a JSON schema: an object.", undefined, "invalid-file");
	}
	return { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
}
