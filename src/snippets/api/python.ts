import { isPythonName } from "../library/python-names.ts";
import { type Code, code, lines, python } from "../library/snippet.ts";
import type { Plan } from "./plan.ts";
import { printPython, type WriteFile } from "./print.ts";
import type { SnippetToken } from "./token.ts";
import type { FileInput, Members, Value } from "./values.ts";

/** Import statements, `os` first if the token comes from the environment. */
export function pythonImports(token: SnippetToken | undefined, ...statements: (string | undefined)[]): Code {
	const os = token && "variable" in token ? "import os" : undefined;
	return lines(...[os, ...statements].map((statement) => (statement ? code(statement) : undefined)));
}

/** Returns a call with each argument on a separate line. */
export function pythonCall(name: string, positional: readonly Code[], named: Members, writeFile?: WriteFile): Code {
	const print = (value: Value): string => printPython(value, writeFile).content;
	const members = Object.entries(named).filter((member): member is [string, Value] => member[1] !== undefined);
	const others = Object.fromEntries(members.filter(([key]) => !isPythonName(key)));
	const entries = [
		...positional.map(({ content }) => content),
		...members.filter(([key]) => isPythonName(key)).map(([key, value]) => `${key}=${print(value)}`),
		...(Object.keys(others).length > 0 ? [`**${print(others)}`] : []),
	];
	return code(`${name}(\n${entries.map((entry) => `\t${entry.replaceAll("\n", "\n\t")},\n`).join("")})`);
}

/** Named arguments of the packages' chat methods; all others go into `extra_body`. */
const OPENAI_CHAT_ARGUMENTS = (
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
export function pythonChat({ args, form }: Plan, model: string, note = ""): Code {
	const isStream = form === "conversationalStream";
	const { content } = pythonCall("client.chat.completions.create", [], {
		model,
		...withExtraBody(args, OPENAI_CHAT_ARGUMENTS),
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
