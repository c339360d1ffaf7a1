import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { getPath, isRecord, parseJson, readMember } from "../../base/json.ts";
import { HUB_URL } from "../../hub/url.ts";
import { hubFolder } from "../config/folders.ts";
import { readConfig } from "../config/settings.ts";
import { hasHubToken, isKeyVariable } from "../config/token.ts";
import type { Context } from "../context.ts";
import { badFile, invalidFile, noInput, notAllowed, UsageError } from "../errors/usage.ts";
import { readBounded, TooLarge } from "../files/read-bounded.ts";
import { replacePrivateFile } from "../files/replace-file.ts";
import { parseJsonText } from "../input/file.ts";
import { connect } from "../network/connect.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { askKey } from "../ui/keys.ts";
import { HUB_SERVERS, type McpOptions, readEntry } from "./servers.ts";

/** Options of an agent: what the command line leaves open. */
interface AgentOptions extends McpOptions {
	model?: string;
	provider?: string;
	endpoint?: string;
	isForeignEndpoint?: boolean;
	preset?: { system?: string | undefined };
}

interface AgentFiles {
	/** Where they come from, for people. */
	source: string;
	folder: string;
	config: string;
	instructions: string | undefined;
}

const DATASET = `${HUB_URL}/datasets/tiny-agents/tiny-agents/resolve/main`;
/** Bytes of the largest file of an agent. */
const MAX_FILE = 2 ** 20;
const HELP = "See hub help tools.";
/** `${input:id}` in a value. */
const INPUT = /\$\{input:([^}]+)\}/g;

/**
 * Completes options with those of the agent that they name; what the command line says wins.
 * @throws UsageError for an agent that is not remembered and may not be asked about, with what it would do
 */
export async function applyAgent<Options extends AgentOptions & GlobalOptions>(
	options: Options,
	context: Context,
): Promise<Options> {
	const { agent } = options;
	if (agent === undefined) return options;
	const files = await findAgent(agent, options, context);
	const value = parseJsonText(files.config, files.source);
	const fail = (problem: string): never => {
		throw invalidFile(`${files.source}: ${problem}.`, HELP);
	};
	if (!isRecord(value)) return fail("an agent is an object");
	const { model, provider, endpointUrl, apiKey, servers = [] } = value;
	if (typeof model !== "string") return fail("it names no model");
	if (typeof provider !== "string" && typeof endpointUrl !== "string")
		return fail("it has neither provider nor endpointUrl");
	if (!Array.isArray(servers)) return fail("servers is not a list");
	await checkTrust(files, value, servers, options, context);
	const fill = createFill(value["inputs"], options, context);
	const agentServers = servers.map(flatten).map((server, index) => {
		const name = textMember(server, "name") ?? nameServer(server, index);
		const own = (text: string): string => fill(text, textMember(server, "url"));
		return readEntry(name, server, own, `${files.source}: server ${index + 1}`, files.folder);
	});
	const isPlaced = options.provider !== undefined || options.endpoint !== undefined;
	const place = isPlaced
		? {}
		: typeof endpointUrl === "string"
			? { endpoint: endpointUrl, isForeignEndpoint: true }
			: { provider };
	const key =
		typeof apiKey === "string" && !isPlaced && options.token === undefined ? fill(apiKey, place.endpoint) : "";
	const preset = { ...options.preset, system: options.preset?.system ?? files.instructions };
	return {
		...options,
		...place,
		...(options.model === undefined ? { model } : {}),
		...(key === "" ? {} : { token: key }),
		...(files.instructions === undefined ? {} : { preset }),
		agentServers,
	};
}

async function findAgent(agent: string, options: GlobalOptions, context: Context): Promise<AgentFiles> {
	const path = resolve(context.cwd, agent);
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats) {
		const folder = stats.isDirectory() ? path : dirname(path);
		const file = stats.isDirectory() ? join(path, "agent.json") : path;
		const read = async (name: string): Promise<string> => {
			const bytes = await readBounded(name, MAX_FILE, context.signal, { isRegular: true }).catch((error: unknown) => {
				throw error instanceof TooLarge ? badFile(`${name} is larger than 1 MiB.`, HELP) : error;
			});
			return new TextDecoder().decode(bytes);
		};
		const named = ["AGENTS.md", "PROMPT.md"].map((name) => join(folder, name)).find((name) => existsSync(name));
		return { source: agent, folder, config: await read(file), instructions: named && (await read(named)) };
	}
	const missing = (hint: string): UsageError => badFile(`There is no agent ${agent}.`, hint);
	if (!/^[\w.-]+\/[\w.-]+$/.test(agent)) throw missing("Name a folder, an agent.json, or OWNER/NAME on the hub.");
	const { fetch } = await connect(options.sandbox ? { sandbox: true } : {}, context, readConfig(context));
	const download = async (name: string): Promise<string | undefined> => {
		const response = await fetch(`${DATASET}/${agent}/${name}`, { signal: context.signal });
		if (response.status === 404) return undefined;
		const text = await response.text();
		if (!response.ok || text.length > MAX_FILE)
			throw new UsageError(`${name} of ${agent} cannot be read.`, `The hub answered ${response.status}.`);
		return text;
	};
	const config = await download("agent.json");
	if (config === undefined) throw missing("The hub keeps agents in the data set tiny-agents/tiny-agents.");
	const instructions = (await download("AGENTS.md")) ?? (await download("PROMPT.md"));
	return { source: agent, folder: context.cwd, config, instructions };
}

/** Shows what an agent will do; its content is remembered once it was allowed. */
async function checkTrust(
	{ source, config, instructions }: AgentFiles,
	{ model, provider, endpointUrl }: Record<string, unknown>,
	servers: readonly unknown[],
	options: AgentOptions,
	context: Context,
): Promise<void> {
	const hash = createHash("sha256")
		.update(`${config}\0${instructions ?? ""}`)
		.digest("hex");
	const path = join(hubFolder("data", context.env), "agents.json");
	const known = readKnown(path);
	if (known.includes(hash)) return;
	// Whole, however long: what is cut off could be what matters.
	const shown = (text: unknown): string => sanitize(String(text)).replace(/\s+/g, " ");
	context.warn(`The agent ${shown(source)} has not run here before.`);
	context.warn(
		`  It asks ${shown(model)} at ${shown(endpointUrl ?? provider)}, with ${instructions?.length ?? 0} characters of instructions.`,
	);
	for (const server of servers.map(flatten)) {
		if (!isRecord(server)) continue;
		const { command, args, url, env, headers, cwd } = server;
		const words = [command, args ?? []]
			.flat()
			.map((word) => (/^[^\s"']+$/.test(String(word)) ? word : JSON.stringify(word)));
		const line = typeof url === "string" ? `sends to ${shown(url)}` : `runs ${words.map(shown).join(" ")}`;
		// Variables can change what runs, and inputs are the user's own; a key that is in the file is not repeated.
		const values = [
			...Object.entries(isRecord(env) ? env : {}).map(([name, value]) => [name, value, !isKeyVariable(name)]),
			...Object.entries(isRecord(headers) ? headers : {}).map(([name, value]) => [name, value, false]),
		];
		const place = cwd === undefined ? "" : ` in ${shown(cwd)}`;
		const given = values
			.map(([name, value, isOpen]) =>
				isOpen || /\$\{input:/.test(String(value)) ? `${shown(name)}=${shown(value)}` : shown(name),
			)
			.join(", ");
		context.warn(`  It ${line}${place}${given === "" ? "" : `, with ${given}`}`);
	}
	const answers = new Map(Object.entries({ y: true, n: false }));
	const isAllowed =
		options.allowAgent || (context.isInteractive && (await askKey(context, "Start it? y/n: ", answers)));
	if (!isAllowed) throw notAllowed("The agent was not started.", "Read the lines above; --allow-agent starts it.");
	replacePrivateFile(path, JSON.stringify([...known.slice(-499), hash]));
}

function readKnown(path: string): string[] {
	try {
		const list = parseJson(readFileSync(path, "utf8"));
		return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
	} catch {
		return [];
	}
}

/** Returns what replaces `${input:id}`, from the variable of the id. The hub's token goes to the hub's own server only. */
function createFill(
	inputs: unknown,
	options: GlobalOptions,
	context: Context,
): (text: string, url: string | undefined) => string {
	const declared = Array.isArray(inputs) ? inputs.filter(isRecord).map(({ id }) => id) : [];
	const config = readConfig(context);
	return (text, url) =>
		text.replace(INPUT, (_, id: string) => {
			const name = id.toUpperCase().replace(/[^A-Z0-9]/g, "_");
			const value = context.env[name];
			if (!declared.includes(id)) throw invalidFile(`The agent has no input ${sanitize(id)}.`, HELP);
			if (value === undefined || value === "") {
				throw noInput(`The agent needs ${sanitize(id)}.`, `Set the variable ${name}.`);
			}
			const isOwn = url !== undefined && HUB_SERVERS.some((own) => url === own || url.startsWith(`${own}?`));
			if (!isOwn && hasHubToken(value, options.token, context.env, config)) {
				throw notAllowed(
					`The agent wants your hub token${url === undefined ? "" : ` for ${sanitize(url)}`}: only the hub's own server gets it.`,
					"Write a token made for this agent into its file, in place of the input.",
				);
			}
			context.secrets.add(value);
			return value;
		});
}

/** The older form has everything in `config`, and headers deeper. */
function flatten(server: unknown): unknown {
	const config = readMember(server, "config");
	if (!isRecord(server) || !isRecord(config)) return server;
	const headers = config["headers"] ?? getPath(config, "options", "requestInit", "headers");
	return { ...server, ...config, ...(headers === undefined ? {} : { headers }) };
}

function textMember(server: unknown, name: string): string | undefined {
	const text = readMember(server, name);
	return typeof text === "string" ? text : undefined;
}

function nameServer(server: unknown, index: number): string {
	const url = textMember(server, "url");
	if (url !== undefined && URL.canParse(url)) return new URL(url).hostname;
	const line = [readMember(server, "command"), readMember(server, "args")].flat();
	const words = line.filter((word) => typeof word === "string");
	const named = words.findLast((word) => /^@?[\w.-]+\/[\w.-]+(?:@|$)/.test(word));
	return named?.replace(/^.*\//, "").replace(/@.*$/, "") ?? `server-${index + 1}`;
}
