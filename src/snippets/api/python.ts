import { isPythonName } from "../library/python-names.ts";
import { type Code, code, lines, python } from "../library/snippet.ts";
import type { Plan } from "./plan.ts";
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
		if (value === undefined) continue;
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

/** Arguments of a method with some named ones; all others go into `extra_body`. */
export function withExtraBody(args: Members, names: readonly string[]): Members {
	const pick = (isNamed: boolean): Members =>
		Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name) === isNamed));
	const others = pick(false);
	return Object.keys(others).length > 0 ? { ...pick(true), extra_body: others } : args;
}

/** A chat with a client of OpenAI's form, in its variable `client`. */
export function pythonChat({ args, template }: Plan, model: string, note = ""): Code {
	const isStream = template === "conversationalStream";
	const { content } = pythonCall("client.chat.completions.create", [], {
		model,
		...withExtraBody(args, CHAT_ARGUMENTS),
		...(isStream ? { stream: true } : {}),
	});
	if (isStream)
		return python`
			${code(`${note}stream = ${content}`)}

			for chunk in stream:
				if chunk.choices and chunk.choices[0].delta.content:
					print(chunk.choices[0].delta.content, end="")
		`;
	return python`
		${code(`${note}completion = ${content}`)}

		print(completion.choices[0].message)
	`;
}

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
