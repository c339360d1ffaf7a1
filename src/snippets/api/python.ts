import { isPythonName } from "../library/python-names.ts";
import { type Code, code, lines, python } from "../library/snippet.ts";
import { printPython, type WriteFile } from "./print.ts";
import type { Token } from "./token.ts";
import type { FileInput, Members, Value } from "./values.ts";

/** Import statements, `os` first if the token comes from the environment. */
export function pythonImports(token: Token | undefined, ...statements: (string | undefined)[]): Code {
	const os = token && "variable" in token ? "import os" : undefined;
	return lines(...[os, ...statements].map((statement) => (statement ? code(statement) : undefined)));
}

/** Returns a call with each argument on a separate line. */
export function pythonCall(name: string, positional: readonly Code[], named: Members, writeFile?: WriteFile): Code {
	let entries = "";
	for (const { content } of positional) entries += entryLine(content);
	const others: [string, Value][] = [];
	for (const [key, value] of Object.entries(named)) {
		if (isPythonName(key)) entries += entryLine(`${key}=${printPython(value, writeFile).content}`);
		else others.push([key, value]);
	}
	if (others.length > 0) entries += entryLine(`**${printPython(Object.fromEntries(others), writeFile).content}`);
	return code(`${name}(\n${entries})`);
}

function entryLine(entry: string): string {
	return `\t${entry.includes("\n") ? entry.replaceAll("\n", "\n\t") : entry},\n`;
}

/** Named arguments of the packages' chat methods; all others go into `extra_body`. */
const CHAT_ARGUMENTS = (
	"messages model frequency_penalty logit_bias logprobs max_tokens n presence_penalty response_format seed stop " +
	"stream stream_options temperature tool_choice tools top_logprobs top_p"
).split(" ");

/** Arguments of a chat. */
export function chatArguments(args: Members): Members {
	return withExtraBody(args, CHAT_ARGUMENTS);
}

/** Arguments of a method with some named ones; all others go into `extra_body`. */
export function withExtraBody(args: Members, names: readonly string[]): Members {
	const [named, others] = split(args, (name) => names.includes(name));
	return Object.keys(others).length > 0 ? { ...named, extra_body: others } : named;
}

/** Splits members into those with matching names and the others. */
function split(members: Members, fits: (name: string) => boolean): [fitting: Members, others: Members] {
	const pick = (wanted: boolean) =>
		Object.fromEntries(Object.entries(members).filter(([name]) => fits(name) === wanted));
	return [pick(true), pick(false)];
}

/** Loop over the chunks of a streamed chat that prints the text. */
export const PYTHON_CHUNKS = code(
	[
		"for chunk in stream:",
		"\tif chunk.choices and chunk.choices[0].delta.content:",
		'\t\tprint(chunk.choices[0].delta.content, end="")',
	].join("\n"),
);

/** Reads a file into a variable, as base64. */
export function readFilePython(file: FileInput): Code {
	return python`
		with open(${file.name}, "rb") as file:
			${code(file.variable)} = base64.b64encode(file.read()).decode()
	`;
}

/** Returns the file that was read, as a data URL. */
export function pythonDataUrl({ type, variable }: FileInput): string {
	return `f"data:${type};base64,{${variable}}"`;
}

/** Returns the file that was read, as base64. */
export function pythonBase64({ variable }: FileInput): string {
	return variable;
}
