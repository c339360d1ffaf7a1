import { basename, dirname, resolve } from "node:path";
import { isRecord, readMember } from "../../base/json.ts";
import { HUB_URL } from "../../hub/url.ts";
import { readConfig, readPrefixed } from "../config/settings.ts";
import { SERVER_PREFIX } from "../config/stored-names.ts";
import { findToken, hasHubToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { invalidFile, UsageError, wrongValue } from "../errors/usage.ts";
import { findProgram } from "../files/programs.ts";
import { readJsonFile } from "../input/file.ts";
import type { GlobalOptions } from "../options/global-flags.ts";
import { splitShellWords } from "../terminal/shells.ts";

/** Options that name servers of tools and what may run. */
export interface McpOptions extends Pick<GlobalOptions, "token" | "header"> {
	/** Command lines, URLs and names. */
	mcp?: string[];
	/** File in the form of editors, with `mcpServers`. */
	mcpConfig?: string;
	allowTools?: string[];
	denyTools?: string[];
	maxTurns?: number;
	/** Folder, file, or OWNER/NAME in the hub's data set of agents. */
	agent?: string;
	/** Starts an agent that has not run here before. */
	allowAgent?: boolean;
	/** Servers of the agent, once it is read. */
	agentServers?: readonly ServerEntry[];
}

/** How a server of tools is reached. */
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

/** The hub's own server, and its older name. Only it gets the hub's token. */
export const HUB_SERVERS = [`${HUB_URL}/mcp`, "https://hf.co/mcp"];

const HELP = "See hub help tools.";

/**
 * Returns the servers of `--mcp` and `--mcp-config`, with names of their own.
 * @throws UsageError for a name that is not known, and for a file that cannot be read
 */
export async function readServers(options: McpOptions, context: Context): Promise<ServerEntry[]> {
	const { mcp, mcpConfig, agentServers = [] } = options;
	const ofFile = mcpConfig === undefined ? [] : await readServerFile(mcpConfig, options, context);
	const named = mcp?.map((text) => readServer(text, ofFile, options, context)) ?? ofFile;
	const names = new Map<string, number>();
	// The user's own servers keep their names, which patterns of --allow-tools have in mind.
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

/** Reads a command line, a URL, or `hf`: the hub's server, with the token of the hub if there is one. */
function parseServer(text: string, options: McpOptions, context: Context): ServerEntry {
	if (text === "hf") {
		const token = findToken({ given: options.token }, context, readConfig(context));
		const headers: Record<string, string> = token ? { authorization: `Bearer ${token.value}` } : {};
		return { name: "hf", type: "http", url: HUB_SERVERS[0] ?? HUB_URL, headers };
	}
	if (/^https?:\/\//i.test(text)) {
		const url = parseUrl(text, text);
		if (HUB_SERVERS.includes(url.href)) {
			throw wrongValue(`${text} is the hub's own server.`, "Write --mcp hf: it gets your token.");
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
async function readServerFile(path: string, options: McpOptions, context: Context): Promise<ServerEntry[]> {
	const value = await readJsonFile(path, context);
	const servers = readMember(value, "mcpServers") ?? readMember(value, "servers");
	if (!isRecord(servers)) {
		throw new UsageError(`${path} has no "mcpServers".`, `Its form is { "mcpServers": { "NAME": { "command": … } } }.`);
	}
	const fill = createFill(options, context);
	const folder = path === "-" ? context.cwd : dirname(resolve(context.cwd, path));
	return Object.entries(servers).map(([name, entry]) => readEntry(name, entry, fill, `${path}: ${name}`, folder));
}

/**
 * Reads one server of a file or an agent.
 * @param fill replaces what stands for values, such as `${NAME}`
 * @param source where the entry stands, for errors
 * @throws UsageError for an entry that is none
 */
export function readEntry(
	name: string,
	entry: unknown,
	fill: (text: string) => string,
	source: string,
	folder: string,
): ServerEntry {
	const fail = (problem: string): never => {
		throw invalidFile(`${source}: ${problem}.`, HELP);
	};
	if (!isRecord(entry)) return fail("a server is an object with command or url");
	const { command, url, type, cwd } = entry;
	const texts = (value: unknown, field: string): Record<string, string> => {
		if (value === undefined) return {};
		if (!isRecord(value)) return fail(`${field} is not an object`);
		const read = (text: unknown, key: string): string =>
			typeof text === "string" ? fill(text) : fail(`${field}.${key} is not a string`);
		return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, read(text, key)]));
	};
	if (typeof url === "string") {
		const { href } = parseUrl(fill(url), source);
		const headers = texts(entry["headers"], "headers");
		return { name: toName(name), type: type === "sse" ? "sse" : "http", url: href, headers };
	}
	if (typeof command !== "string" || command === "") return fail("it has neither command nor url");
	const args = entry["args"] ?? [];
	if (!Array.isArray(args) || !args.every((word) => typeof word === "string"))
		return fail("args is not a list of strings");
	return {
		name: toName(name),
		type: "stdio",
		command: fill(command),
		args: args.map(fill),
		env: texts(entry["env"], "env"),
		cwd: typeof cwd === "string" ? resolve(folder, fill(cwd)) : folder,
	};
}

/** Returns what replaces `${NAME}` by variables of the environment, as editors do; the hub's token is not among them. */
function createFill(options: McpOptions, context: Context): (text: string) => string {
	const config = readConfig(context);
	return (text) =>
		text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, fallback?: string) => {
			const value = context.env[name] ?? fallback;
			if (value === undefined) throw wrongValue(`The variable ${name} is not set.`, HELP);
			if (!hasHubToken(value, options.token, context.env, config)) return value;
			throw new UsageError(`$${name} is your hub token: no server gets it.`, "Give the server a token of its own.");
		});
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
	const name = text.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "");
	return name.slice(0, 32) || "server";
}

/** Programs that run another one. */
const RUNNER = /^(?:npx|npm|bunx|pnpm|yarn|uvx|uv|pipx|node|tsx|deno|bun|python\d?(?:\.\d+)?|docker|podman)$/;

/** Names a server after its package or program: `npx -y @scope/server-files .` is `server-files`. */
function nameOfCommand(command: string, args: readonly string[]): string {
	const program = basename(command).replace(/\.\w+$/, "");
	const word = args.find((arg) => !arg.startsWith("-") && !/^(?:run|exec|dlx|x|tool)$/.test(arg));
	if (word === undefined || !RUNNER.test(program)) return toName(program);
	// The folders of a script say more than dist/index.js.
	const parts = word.replace(/(.)@[^@/]*$/, "$1").split(/[/\\]/);
	const names = parts.map((part) => part.replace(/\.(?:[cm]?[jt]s|py)$/, ""));
	return toName(names.findLast((name) => !/^(?:index|main|dist|build|src|lib|bin|\.*)$/.test(name)) ?? program);
}
