import { isRecord } from "../../base/json.ts";
import type { JsonSchema } from "../../inference/index.ts";
import { parseShortForm, ShortFormError } from "../../inference/object/short-form.ts";
import type { Context } from "../context.ts";
import { invalidFile, UsageError } from "../errors/usage.ts";
import { isFile, parseJsonText, readTextFile } from "./file.ts";

/**
 * Reads a schema: a JSON schema, its short form (`name, age int`), or a file with one of them.
 * @param flag the option whose value is the schema
 * @throws UsageError; for a short form with the position of the error
 */
export async function readSchema(value: string, flag: string, context: Context): Promise<JsonSchema> {
	const path = value.startsWith("@") ? value.slice(1) : value;
	const isPath = value === "-" || value.startsWith("@") || isFile(path, context) || looksLikePath(path);
	const text = isPath ? await readTextFile(path, context) : value;
	const name = isPath ? path : flag;
	if (!text.trimStart().startsWith("{")) return readShortForm(text.replace(/\r\n/g, "\n").trimEnd(), name);
	const schema = parseJsonText(text, name);
	if (isRecord(schema)) return schema;
	throw invalidFile(`${name} must be a JSON schema: an object.`);
}

function readShortForm(text: string, name: string): JsonSchema {
	try {
		return parseShortForm(text);
	} catch (error) {
		if (!(error instanceof ShortFormError)) throw error;
		const hint = 'Write names with types: "name, age int, tags [str], bio: one sentence".';
		throw new UsageError(`${name}: ${error.message}.`, hint, "option-value", excerptOf(error));
	}
}

/** Characters to show around the position of the error. */
const AROUND = { before: 60, after: 20 };

/** Returns the line of the error, or the part around it, with a mark below its position. */
function excerptOf({ form, at }: ShortFormError): string {
	const start = Math.max(form.lastIndexOf("\n", at - 1) + 1, at - AROUND.before);
	const end = form.indexOf("\n", at);
	const line = form.slice(start, Math.min(end < 0 ? form.length : end, at + AROUND.after)).replaceAll("\t", " ");
	return `${line}\n${" ".repeat(Array.from(form.slice(start, at)).length)}^`;
}

/** Whether a word can only be a path: then "no such file" is a better error than one about the short form. */
function looksLikePath(text: string): boolean {
	return /^[^\s,:{}[\]]+\.(?:json|txt|schema)$/i.test(text) || /^(?:\.{0,2}|~)\/\S+$/.test(text);
}
