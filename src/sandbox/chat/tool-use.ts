import { isRecord, readMember } from "../../base/json.ts";
import { listKeywords, stem } from "../text/words.ts";
import { createValue, type Source } from "./schema-value.ts";
import type { Tool, ToolCall, ToolChoice } from "./tool-call.ts";

/** What calls are made of. */
interface Use {
	tools: readonly Tool[];
	/** The current folder; undefined if no message names it. */
	folder: string | undefined;
	source: Source;
}

/** Values for the parameters of a tool, by what a parameter means. */
type Values = Partial<Record<"path" | "content" | "command" | "patch", string>>;

const READ = /^(?:read|open|view|cat|get|load|show)$/;
const WRITE = /^(?:write|create|save|put)$/;
const SHELL = /^(?:bash|sh|shell|exec|execute|command|terminal|powershell)$/;
const FILE = /^(?:files?|text|contents?|to|new|fs|tool)$/;

/** Returns calls that read a file, the one that fits best first. */
export function readFile(path: string, use: Use): ToolCall[] {
	return [...callAll((words) => fits(words, READ), { path }, use), ...runCommand(`cat -- ${quote(path)}`, use)];
}

/** Returns calls that write a file, the one that fits best first. */
export function writeFile(path: string, content: string, use: Use): ToolCall[] {
	const lines = content.split("\n").map((line) => `+${line}`);
	const patch = ["*** Begin Patch", `*** Add File: ${path}`, ...lines, "*** End Patch", ""].join("\n");
	return [
		...callAll((words) => fits(words, WRITE), { path, content }, use),
		...runCommand(`printf '%s\\n' ${quote(content)} > ${quote(path)}`, use),
		...callAll((words) => words.includes("patch"), { patch }, use),
	];
}

/** Returns calls that run a command of the shell. */
export function runCommand(command: string, use: Use): ToolCall[] {
	return callAll((words) => words.some((word) => SHELL.test(word)), { command }, use);
}

/** Whether tools are those of an agent, which are many, read files or run commands: most messages need none of them. */
export function areOfAgent(tools: readonly Tool[], source: Source): boolean {
	return tools.length >= 8 || readFile("file", { tools, folder: undefined, source }).length > 0;
}

/** Returns the call of a tool by its name, or by the end of a longer one; undefined if there is none. */
export function callNamed(name: string, server: string, { tools, source }: Use): ToolCall | undefined {
	const wanted = splitName(name).join(" ");
	const named = tools.filter((tool) => ` ${splitName(tool.name).join(" ")}`.endsWith(` ${wanted}`));
	const tool = named.find((item) => splitName(item.name).join(" ").includes(splitName(server).join(" "))) ?? named[0];
	if (!tool) return undefined;
	const members = propertiesOf(tool);
	const required = Object.entries(createArguments(tool, source)).filter(([key]) => isRequired(tool, key));
	const stated = Object.entries(readArguments(source.text)).filter(([key]) => Object.hasOwn(members, key));
	const values = stated.map(([key, value]) => [key, members[key]?.["type"] === "string" ? String(value) : value]);
	return createCall(tool, Object.fromEntries([...required, ...values]));
}

/** Arguments that follow the parameters of a tool. */
function createArguments({ parameters }: Tool, source: Source): Record<string, unknown> {
	const value = createValue(parameters ?? { type: "object" }, source);
	return isRecord(value) ? value : {};
}

/** Whether a tool finds other tools, which can be called after that. */
export function isFinder(tool: Tool): boolean {
	const words = splitName(tool.name);
	return words.includes("search") && words.some((word) => /^tools?$/.test(word)) && isRequired(tool, "query");
}

export function callFinder(finder: Tool, name: string, server: string): ToolCall {
	return createCall(finder, { query: `${server} ${name}`.trim() });
}

/** Returns a call for each tool that has a parameter for every value, and needs no other. */
function callAll(isWanted: (words: string[]) => boolean, values: Values, use: Use): ToolCall[] {
	return use.tools.flatMap((tool) => {
		const isDescribed = isWanted(splitName(tool.name.split("__").at(-1) ?? "")) || isWanted(describe(tool));
		const filled = isDescribed ? fill(tool, values, use) : undefined;
		return filled ? createCall(tool, filled) : [];
	});
}

function fill(tool: Tool, values: Values, { folder, source }: Use): Record<string, unknown> | undefined {
	const left: Values = { ...values };
	const filled: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(propertiesOf(tool))) {
		const meaning = meaningOf(name);
		const value = meaning && left[meaning];
		if (meaning && value !== undefined) {
			const isAbsolute = /absolute/i.test(`${tool.description}\n${String(schema["description"] ?? "")}`);
			const text = meaning === "path" && isAbsolute && folder !== undefined ? absolute(value, folder) : value;
			const list = meaning === "command" ? ["bash", "-lc", text] : [text];
			filled[name] = schema["type"] === "array" ? list : text;
			delete left[meaning];
		} else if (isRequired(tool, name)) {
			if (meaning) return undefined;
			filled[name] = /descri|justif|explan|reason|title/i.test(name)
				? "Does what the user asked for"
				: createValue(schema, source);
		}
	}
	return Object.keys(left).length === 0 ? filled : undefined;
}

/** What a parameter means, judged by its name. */
function meaningOf(name: string): keyof Values | undefined {
	const words = splitName(name);
	if (words.some((word) => /^(?:old|new|start|end)$/.test(word))) return undefined;
	if (words.some((word) => /^(?:path|file|filename|filepath)$/.test(word))) return "path";
	const last = words.at(-1) ?? "";
	if (/^(?:contents?|text|data|body)$/.test(last)) return "content";
	if (/^(?:cmd|command|script)$/.test(last)) return "command";
	return /^(?:input|patch)$/.test(last) ? "patch" : undefined;
}

/** Whether words name the action, and nothing but files as what it acts on. */
function fits(words: readonly string[], action: RegExp): boolean {
	return words.some((word) => action.test(word)) && words.every((word) => action.test(word) || FILE.test(word));
}

/** The words at the start of a description that say what the tool does: "Reads a file at …" → read, file. */
function describe({ description }: Tool): string[] {
	const words = /^\s*(\w+?)s?\s+(?:an?|the)\s+(?:\w+\s+)?(files?|command|patch)\b/i.exec(description) ?? [];
	return words.slice(1).map((word) => word.toLowerCase());
}

function propertiesOf({ parameters }: Tool): Record<string, Record<string, unknown>> {
	const properties = readMember(parameters, "properties");
	const entries = isRecord(properties) ? Object.entries(properties) : [];
	return Object.fromEntries(entries.map(([name, schema]) => [name, isRecord(schema) ? schema : {}]));
}

function isRequired({ parameters }: Tool, name: string): boolean {
	const required = readMember(parameters, "required");
	return Array.isArray(required) && required.includes(name);
}

/** The values of "with a=2, b: 3" or of an object of JSON in a request. */
function readArguments(request: string): Record<string, unknown> {
	const pairs = request.matchAll(/["'`]?\b([A-Za-z_]\w*)["'`]?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s,;}"'`]+))/g);
	return Object.fromEntries(
		[...pairs].map(([, name = "", double, single, bare = ""]) => {
			const text = double ?? single ?? bare.replace(/\.$/, "");
			const isNumber = double === undefined && single === undefined && /^-?\d+(?:\.\d+)?$/.test(text);
			if (isNumber) return [name, Number(text)];
			return [name, text === "true" ? true : text === "false" ? false : text];
		}),
	);
}

function createCall({ name }: Tool, values: Record<string, unknown>): ToolCall {
	return { name, arguments: JSON.stringify(values) };
}

/** Returns the words of a name in lower case: `readFile`, `read_file` and `read-file` have the same. */
function splitName(name: string): string[] {
	return name
		.replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean);
}

function absolute(path: string, folder: string): string {
	return /^(?:[/~\\]|[a-z]:)/i.test(path) ? path : `${folder}${folder.includes("\\") ? "\\" : "/"}${path}`;
}

function quote(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the tool call that a message requests; undefined if no tool matches. */
export function callTool(tools: readonly Tool[], choice: ToolChoice, source: Source): ToolCall | undefined {
	if (choice === "none") return undefined;
	const words = new Set(listKeywords(source.text).map(stem));
	const ranked = tools.map((tool) => ({ tool, score: scoreTool(tool, words) })).sort((a, b) => b.score - a.score);
	const best = typeof choice === "object" ? ranked.find(({ tool }) => tool.name === choice.name) : ranked[0];
	// All tools of an agent are described at length.
	if (!best || (choice === "auto" && best.score < (areOfAgent(tools, source) ? 2 : 1))) return undefined;
	return createCall(best.tool, createArguments(best.tool, source));
}

function scoreTool({ name, description }: Tool, words: ReadonlySet<string>): number {
	const texts = [
		name.replace(/[_.-]|(?<=[a-z])(?=[A-Z])/g, " "),
		name.replace(/[_.-]/g, " "),
		description.slice(0, 300),
	];
	const own = listKeywords(texts.join(" ")).map(stem);
	return new Set(own.filter((word) => words.has(word))).size;
}
