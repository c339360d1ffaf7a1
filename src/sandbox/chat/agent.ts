import { isRecord, parseJson, readMember, textOf } from "../../base/json.ts";
import { createArguments, createCall, isRequired, propertiesOf, splitName } from "./call-tool.ts";
import { type Conversation, isRequest, withoutNotes } from "./conversation.ts";
import { createValue, type ValueSource } from "./schema-value.ts";
import type { RequestedTool, Tool } from "./tools.ts";

/**
 * Imitates the model of a coding agent for a few sentences, with whichever tools the agent has: `Read a.txt`, `write its
 * first line to b.txt`, `write "text" to b.txt`, "Run `ls`" and `use the tool add of calc with a=2, b=3`.
 */

/** What to do next: call a tool, or report the result. */
interface Move {
	call?: RequestedTool;
	text?: string;
}

/** Longer messages are instructions of a program rather than requests. */
const MAX_REQUEST = 1000;
/** Characters of a result to examine, and to show. */
const MAX_RESULT = 20_000;
const MAX_SHOWN = 2000;
const STEP =
	/\bread [`"']?(?<read>[\w./~-]*\w)|\bwrite (?:"(?<quoted>[^"]*)"|its first line) to [`"']?(?<written>[\w./~-]*\w)|\brun `(?<command>[^`\n]+)`|\b(?:use|call) the tool (?<name>[\w.-]*\w)(?: (?:of|from) (?<server>[\w-]+))?/gi;

/** Returns the next move of a conversation whose last message requests work; undefined if it requests none, or no tool fits. */
export function planMove(conversation: Conversation, tools: readonly Tool[], source: ValueSource): Move | undefined {
	const { question, turns, system } = conversation;
	const done = turns.slice(turns.findLastIndex(isRequest) + 1);
	const finder = tools.find((tool) => splitName(tool.name).includes("search") && isRequired(tool, "query"));
	const called = done.flatMap(({ calls }) => calls);
	const given = done.filter(({ role }) => role === "tool").map(({ text }) => text.slice(0, MAX_RESULT));
	const isSearch = (_: unknown, index: number): boolean => finder !== undefined && called[index] === finder.name;
	const results = given.filter((text, index) => !isSearch(text, index)).map(unwrap);
	const deferred = given.filter(isSearch).flatMap(findDeclared);
	const said = [system, ...turns.filter(({ role }) => role === "user").map(({ text }) => text)].join("\n");
	const [, folder] =
		/\b(?:directory|folder|cwd)\b[^\n/]{0,40}[:>=]\s*[`"']?(\/[^\n<>"'`]*[^\n<>"'`\s.,;)])/i.exec(said) ?? [];
	const use = (words: RegExp, values: Values): RequestedTool | undefined =>
		tools.map((tool) => fill(tool, words, values, folder, source)).find((call) => call !== undefined);
	const run = (command: string): RequestedTool | undefined => use(SHELL, { command });

	let move: Move | undefined;
	let found = "";
	for (const { groups = {} } of question.length > MAX_REQUEST ? [] : question.matchAll(STEP)) {
		const { read, quoted, written, command, name, server = "" } = groups;
		const content = quoted ?? found.split("\n")[0] ?? "";
		const choose = (): RequestedTool | undefined => {
			if (read !== undefined) return use(/^read$/, { path: read }) ?? run(`cat -- ${read}`);
			if (command !== undefined) return run(command);
			if (name !== undefined) return callNamed(name, server, tools, source);
			const path = String(written);
			return use(/^(?:write|create)$/, { path, content }) ?? run(`printf '%s\\n' ${quote(content)} > ${path}`);
		};
		const result = results.shift();
		if (result === undefined) {
			const next = choose();
			if (next) return { call: next };
			if (name === undefined || !finder) return move;
			const call = callDeferred(callNamed(name, server, deferred, source), tools);
			if (call) return { call };
			if (called.includes(finder.name)) return move;
			return { call: createCall(finder, { query: `${server} ${name}`.trim() }) };
		}
		if (written === undefined) found = result;
		const shown = result.trim().slice(0, MAX_SHOWN);
		move = { text: written === undefined ? `The result is ${shown}` : `I wrote "${content}" to ${written}.` };
	}
	return move;
}

/** Values for the parameters of a tool, by what a parameter means. */
type Values = Partial<Record<"path" | "content" | "command", string>>;

const SHELL = /^(?:bash|shell|exec|terminal|commands?)$/;
const MEANINGS: readonly (readonly [name: RegExp, meaning: keyof Values])[] = [
	[/path|file/i, "path"],
	[/content|text/i, "content"],
	[/cmd|command/i, "command"],
];

/** Returns a call of a tool whose name has a word, and that has a parameter for every value; undefined for others. */
function fill(
	tool: Tool,
	word: RegExp,
	values: Values,
	folder: string | undefined,
	source: ValueSource,
): RequestedTool | undefined {
	if (!splitName(tool.name).some((part) => word.test(part))) return undefined;
	const left: Values = { ...values };
	const filled: Record<string, unknown> = {};
	for (const [name, schema] of propertiesOf(tool)) {
		const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(name)) ?? [];
		const value = meaning && left[meaning];
		if (meaning && value !== undefined) {
			const isAbsolute = /absolute/i.test(`${tool.description}\n${textOf(schema["description"])}`);
			const text = meaning === "path" && isAbsolute && folder && !/^[/~]/.test(value) ? `${folder}/${value}` : value;
			filled[name] = schema["type"] === "array" ? toList(name, schema, meaning, text) : text;
			delete left[meaning];
		} else if (isRequired(tool, name)) filled[name] = createValue(schema, source);
	}
	return Object.keys(left).length === 0 ? createCall(tool, filled) : undefined;
}

/** Returns a list with a value: of objects that have it, the words of one command, or texts. */
function toList(
	name: string,
	schema: Readonly<Record<string, unknown>>,
	meaning: keyof Values,
	text: string,
): readonly unknown[] {
	const members = readMember(schema["items"], "properties");
	const [pattern] = MEANINGS.find((row) => row[1] === meaning) ?? [];
	const member = isRecord(members) ? Object.keys(members).find((key) => pattern?.test(key)) : undefined;
	if (member !== undefined) return [{ [member]: text }];
	return meaning === "command" && !name.endsWith("s") ? ["bash", "-lc", text] : [text];
}

/** Whether tools are those of an agent: many, or some that read files or run commands. Most messages need none of them. */
export function areOfAgent(tools: readonly Tool[], source: ValueSource): boolean {
	const works = (tool: Tool): boolean =>
		fill(tool, /^read$/, { path: "a" }, undefined, source) !== undefined ||
		fill(tool, SHELL, { command: "a" }, undefined, source) !== undefined;
	return tools.length >= 8 || tools.some(works);
}

/** Returns the call of a tool by its name, or by the end of a longer one, with the values of `a=2, b=3` in the request. */
function callNamed(
	name: string,
	server: string,
	tools: readonly Tool[],
	source: ValueSource,
): RequestedTool | undefined {
	const own = (text: string): string => ` ${splitName(text).join(" ")}`;
	const named = tools.filter((tool) => own(tool.name).endsWith(own(name)));
	const tool = named.find((item) => own(item.name).includes(own(server))) ?? named[0];
	if (!tool) return undefined;
	const types = new Map(propertiesOf(tool).map(([key, { type }]) => [key, type]));
	const stated = [...source.text.matchAll(/\b([A-Za-z_]\w*)\s*[=:]\s*(?:"([^"]*)"|([^\s,;"]*[^\s,;".]))/g)]
		.filter(([, key = ""]) => types.has(key))
		.map(([, key = "", quoted, bare = ""]): [string, unknown] => [
			key,
			quoted ?? (types.get(key) === "string" ? bare : (parseJson(bare) ?? bare)),
		]);
	const required = Object.entries(createArguments(tool, source)).filter(([key]) => isRequired(tool, key));
	return createCall(tool, Object.fromEntries([...required, ...stated]));
}

/** Returns the tools that a search has found, from their declarations in its result, one a line. */
function findDeclared(result: string): Tool[] {
	return result.split("\n").flatMap((line) => {
		const declared = parseJson(/\{.*\}/.exec(line)?.[0] ?? "");
		const name = readMember(declared, "name");
		const parameters = readMember(declared, "parametersJsonSchema") ?? readMember(declared, "parameters");
		return typeof name === "string" && isRecord(parameters) ? [{ name, description: "", parameters }] : [];
	});
}

/** Returns a call of a tool that is not offered, by the one tool that calls others. */
function callDeferred(call: RequestedTool | undefined, tools: readonly Tool[]): RequestedTool | undefined {
	const caller = tools.find((tool) => isRequired(tool, "name") && isRequired(tool, "arguments"));
	return call && caller && createCall(caller, { name: call.name, arguments: parseJson(call.arguments) });
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns what a tool read or printed, without what agents put around it: headers, tags, parts, numbers of lines. */
export function unwrap(result: string): string {
	const first = readMember(parseJson(result), 0);
	const part = readMember(first, "text") ?? readMember(first, "result");
	const text = typeof part === "string" ? part : withoutNotes(result);
	const [, tagged, headed] =
		/<content>\n?([\s\S]*?)\n?<\/content>|(?:^|\n)(?:Output|Content of [^\n]{1,200}):\n?([\s\S]*)$/.exec(text) ?? [];
	return (tagged ?? headed ?? text).replace(/^[ \t]*\d+(?:\t|: |→| \| )/gm, "");
}
