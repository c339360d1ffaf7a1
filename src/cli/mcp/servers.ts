import { basename, dirname, resolve } from "node:path";
import { isRecord, readMember } from "../../base/json.ts";
import { HUB_URL } from "../../hub/url.ts";
import { readConfig, readPrefixed } from "../config/settings.ts";
import { SERVER_PREFIX } from "../config/stored-names.ts";
import { findToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { inapplicable, invalidFile, UsageError, wrongValue } from "../errors/usage.ts";
import { findProgram } from "../files/programs.ts";
import { readJsonFile } from "../input/file.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import type { ValuesOf } from "../options/option-values.ts";
import type { mcp } from "../options/shared-options.ts";
import { type QuestionText, question, showOutside } from "../terminal/question.ts";
import { splitShellWords } from "../terminal/shells.ts";
import {
	fillVariables,
	findVariables,
	HUB_SERVERS,
	isSet,
	readInputs,
	replaceVariables,
	type VariableReference,
	type VariableSource,
} from "./variables.ts";

/** Options that name tool servers and the tools that may run. */
export type McpOptions = Pick<GlobalOptions, "token" | "header"> &
	Partial<ValuesOf<typeof mcp>> & {
		/** Servers of the agent, once it is read. */
		agentServers?: readonly ServerEntry[];
		/** Variables that the agent takes. */
		agentVariables?: readonly string[];
	};

/** How to reach a tool server. */
export type ServerEntry = { name: string } & (
	| {
			type: "stdio";
			command: string;
			args: readonly string[];
			/** Variables besides those that every server gets. */
			env: Readonly<Record<string, string>>;
			cwd: string;
	  }
	| { type: "http" | "sse"; url: string; headers: Readonly<Record<string, string>> }
);

const HELP = "See hub help tools.";

/**
 * Returns the servers of `--mcp` and `--mcp-config`, with their own names.
 * @throws UsageError for a name that is not known, and for a file that cannot be read
 */
export async function readServers(options: McpOptions, context: Context): Promise<ServerEntry[]> {
	const { mcp, mcpConfig, agentServers = [], agentVariables = [], passEnv = [] } = options;
	const file = mcpConfig === undefined ? undefined : await readServerFile(mcpConfig, options, context);
	const { entries: ofFile, variables } = file ?? { entries: [], variables: [] };
	const unused = passEnv.find((name) => ![...variables, ...agentVariables].includes(name));
	if (unused !== undefined) throw inapplicable(`--pass-env ${unused}: no server and no agent takes ${unused}.`, HELP);
	const named = mcp?.map((text) => readServer(text, ofFile, options, context)) ?? ofFile;
	const names = new Map<string, number>();
	// The user's own servers keep their names, which patterns of --allow-tools use.
	return [...named, ...agentServers].map((entry) => {
		const count = (names.get(entry.name) ?? 0) + 1;
		names.set(entry.name, count);
		return count === 1 ? entry : { ...entry, name: `${entry.name}_${count}` };
	});
}

function readServer(text: string, ofFile: readonly ServerEntry[], options: McpOptions, context: Context): ServerEntry {
	const known = ofFile.find(({ name }) => name === text);
	if (known) return known;
	const stored = readPrefixed(SERVER_PREFIX, readConfig(context))[text];
	if (stored !== undefined) return { ...parseServer(stored, options, context), name: toName(text) };
	return parseServer(text, options, context);
}

/** Reads a command line, a URL, or `hf`: Hugging Face's server, with the token of Hugging Face if there is one. */
function parseServer(text: string, options: McpOptions, context: Context): ServerEntry {
	if (text === "hf") {
		const token = findToken({ given: options.token }, context, readConfig(context));
		const headers: Record<string, string> = token ? { authorization: `Bearer ${token.value}` } : {};
		return { name: "hf", type: "http", url: HUB_SERVERS[0] ?? HUB_URL, headers };
	}
	if (/^https?:\/\//i.test(text)) {
		const url = parseUrl(text, text);
		if (HUB_SERVERS.includes(url.href)) {
			throw wrongValue(`${text} is the server of Hugging Face.`, "Write --mcp hf: it gets your token.");
		}
		return { name: toName(url.hostname.replace(/^(?:www|mcp|api)\./, "")), type: "http", url: url.href, headers: {} };
	}
	const [command = "", ...args] = splitShellWords(text) ?? [];
	if (command === "") {
		throw wrongValue(`--mcp: ${JSON.stringify(text)} is not a command line: a quote is not closed.`, HELP);
	}
	if (args.length === 0 && !/[/\\.]/.test(command) && findProgram(command, context) === undefined) {
		throw wrongValue(
			`--mcp: there is no server ${JSON.stringify(command)}.`,
			'Store one with hub config set mcp.NAME "command line or URL", or write the command line in quotes.',
		);
	}
	return { name: nameOfCommand(command, args), type: "stdio", command, args, env: {}, cwd: context.cwd };
}

/** Returns the servers of a file in the form of editors: `{ "mcpServers": { NAME: { command, args, env } | { url, headers } } }`. */
async function readServerFile(
	path: string,
	options: McpOptions,
	context: Context,
): Promise<{ entries: ServerEntry[]; variables: string[] }> {
	const value = await readJsonFile(path, context);
	const servers = readMember(value, "mcpServers") ?? readMember(value, "servers");
	if (!isRecord(servers)) {
		throw new UsageError(`${path} has no "mcpServers".`, `Its form is { "mcpServers": { "NAME": { "command": … } } }.`);
	}
	const source: VariableSource = { name: path, inputs: readInputs(readMember(value, "inputs")), takesPlain: true };
	const folder = path === "-" ? context.cwd : dirname(resolve(context.cwd, path));
	const entries = Object.entries(servers).map(([name, entry]) => readEntry(name, entry, source, `${path}: ${name}`));
	const uses = entries.flatMap((entry) => listVariables(entry, source));
	// Those that --pass-env names need no note.
	const unnamed = uses.filter(({ name }) => isSet(name, context.env) && !options.passEnv?.includes(name));
	const notes = unnamed.map(({ name, place }) => `${path}: ${place} gets the variable ${name}.`);
	for (const note of new Set(notes)) context.note(note);
	const filled = entries.map((entry) => fillEntry(entry, source, folder, options, context));
	return { entries: filled, variables: uses.map(({ name }) => name) };
}

/**
 * Reads one server of a file or an agent. Its texts still contain the references to variables.
 * @param where the place of the entry, for errors
 * @throws UsageError for an invalid entry
 */
export function readEntry(name: string, entry: unknown, source: VariableSource, where: string): ServerEntry {
	const fail = (problem: string): never => {
		throw invalidFile(`${where}: ${problem}.`, HELP);
	};
	if (!isRecord(entry)) return fail("a server is an object with command or url");
	const { command, url, type, cwd = "" } = entry;
	const texts = (value: unknown, field: string): Record<string, string> => {
		if (value === undefined) return {};
		if (!isRecord(value)) return fail(`${field} is not an object`);
		const read = (text: unknown, key: string): string =>
			typeof text === "string" ? text : fail(`${field}.${showOutside(key)} is not a string`);
		return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, read(text, key)]));
	};
	if (typeof url === "string") {
		hostOf(url, source, where);
		const headers = texts(entry["headers"], "headers");
		return { name: toName(name), type: type === "sse" ? "sse" : "http", url, headers };
	}
	if (typeof command !== "string" || command === "") return fail("it has neither command nor url");
	const args = entry["args"] ?? [];
	if (!Array.isArray(args) || !args.every((word) => typeof word === "string"))
		return fail("args is not a list of strings");
	const env = texts(entry["env"], "env");
	return { name: toName(name), type: "stdio", command, args, env, cwd: typeof cwd === "string" ? cwd : "" };
}

/** Returns the server with each of its texts changed; `change` gets the URL that receives the text, if any, and a description. */
function mapTexts(
	server: ServerEntry,
	source: VariableSource,
	change: (text: string, place: QuestionText, url?: string) => string,
): ServerEntry {
	const mapAll = (texts: Readonly<Record<string, string>>, each: (text: string, key: string) => string) =>
		Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, each(text, key)]));
	if (server.type !== "stdio") {
		const { url, headers } = server;
		const host = question`the host ${hostOf(url, source, server.name)}`;
		return {
			...server,
			url: change(url, question`${host} in its URL`, url),
			headers: mapAll(headers, (text, key) => change(text, question`${host} in the header ${key}`, url)),
		};
	}
	const { command, args, env, cwd } = server;
	const program = question`the program ${command}`;
	return {
		...server,
		command: change(command, question`the choice of a program`),
		args: args.map((text) => change(text, question`${program} in its arguments`)),
		env: mapAll(env, (text, key) => change(text, question`${program} as its variable ${key}`)),
		cwd: change(cwd, question`${program} as its folder`),
	};
}

/** A variable of an entry, and its receiver. */
export interface VariableUse extends VariableReference {
	place: QuestionText;
}

export function listVariables(entry: ServerEntry, source: VariableSource): VariableUse[] {
	const uses: VariableUse[] = [];
	mapTexts(entry, source, (text, place) => {
		uses.push(...findVariables(text, source).map((reference) => ({ ...reference, place })));
		return text;
	});
	return uses;
}

/**
 * Returns the entry with the values of its variables.
 * @throws UsageError for a variable that is not set, or may not be given
 */
export function fillEntry(
	entry: ServerEntry,
	source: VariableSource,
	folder: string,
	options: McpOptions,
	context: Context,
): ServerEntry {
	const filled = mapTexts(entry, source, (text, _, url) => fillVariables(text, url, source, options, context));
	if (filled.type === "stdio") return { ...filled, cwd: resolve(folder, filled.cwd) };
	const { href, host } = parseUrl(filled.url, source.name);
	if (entry.type !== "stdio" && host !== hostOf(entry.url, source, source.name)) throw refuseHost(source.name);
	return { ...filled, url: href };
}

/** Placeholder of a variable in a URL. */
const MARK = "hub-variable";

/**
 * Returns the host of a URL.
 * @throws UsageError for a URL whose host is decided by a variable: a secret in a host name goes to the owner of the domain
 */
export function hostOf(text: string, source: VariableSource, where: string): string {
	const marked = replaceVariables(text, source, () => MARK);
	if (marked === text) return parseUrl(text, where).host;
	const { protocol = "", username = "", password = "", host = MARK } = URL.canParse(marked) ? new URL(marked) : {};
	if (`${protocol}${username}${password}${host}`.includes(MARK)) throw refuseHost(where);
	return parseUrl(marked, where).host;
}

function refuseHost(where: string): UsageError {
	return invalidFile(`${where}: a variable in the host of a URL.`, "Write the host as it is; variables may follow it.");
}

function parseUrl(text: string, source: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) throw wrongValue(`${source}: not an http or https URL.`, HELP);
	if (url.username || url.password)
		throw new UsageError(`${source}: a URL with a password in it.`, "Put it into the headers of a --mcp-config file.");
	return url;
}

/** A name that can be part of a tool's name. */
function toName(text: string): string {
	const name = text.replace(/[^\w-]+/g, "-").replace(/^-+|(?<!-)-+$/g, "");
	return name.slice(0, 32) || "server";
}

/** Programs that run another one. */
const RUNNER = /^(?:npx|npm|bunx|pnpm|yarn|uvx|uv|pipx|node|tsx|deno|bun|python\d?(?:\.\d+)?|docker|podman)$/;

/** Names a server after its package or program: `npx -y @scope/server-files .` is `server-files`. */
function nameOfCommand(command: string, args: readonly string[]): string {
	const program = basename(command).replace(/\.\w+$/, "");
	const word = args.find((arg) => !arg.startsWith("-") && !/^(?:run|exec|dlx|x|tool)$/.test(arg));
	if (word === undefined || !RUNNER.test(program)) return toName(program);
	// The folders of a script are more descriptive than dist/index.js.
	const parts = word.replace(/(.)@[^@/]*$/, "$1").split(/[/\\]/);
	const names = parts.map((part) => part.replace(/\.(?:[cm]?[jt]s|py)$/, ""));
	return toName(names.findLast((name) => !/^(?:index|main|dist|build|src|lib|bin|\.*)$/.test(name)) ?? program);
}
