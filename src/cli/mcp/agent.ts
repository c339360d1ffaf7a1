import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { getPath, isRecord, readMember } from "../../base/json.ts";
import { HUB_URL } from "../../hub/url.ts";
import { readConfig } from "../config/settings.ts";
import type { Context } from "../context.ts";

import { badFile, invalidFile, UsageError } from "../errors/usage.ts";
import { readBounded, TooLarge } from "../files/read-bounded.ts";

import { parseJsonText } from "../input/file.ts";
import { connect } from "../network/connect.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { showOutside } from "../terminal/question.ts";
import { type AgentFile, type AgentPlan, approveAgent, listUses } from "./approval.ts";
import { fillEntry, hostOf, type McpOptions, readEntry } from "./servers.ts";
import { fillVariables, findVariables, readInputs, type VariableSource } from "./variables.ts";

/** Options of an agent, as far as the command line leaves them open. */
interface AgentOptions extends McpOptions {
	model?: string;
	provider?: string;
	endpoint?: string;
	isForeignEndpoint?: boolean;
	preset?: { system?: string | undefined };
}

type AgentFiles = Pick<AgentPlan, "named" | "id" | "folder" | "config" | "instructions">;

/** Files with instructions; the first existing one counts. */
const INSTRUCTIONS = ["AGENTS.md", "PROMPT.md"];
const DATASET = "datasets/tiny-agents/tiny-agents/resolve/main";
/** Bytes of the largest file of an agent. */
const MAX_FILE = 2 ** 20;
const HELP = "See hub help tools.";

/**
 * Completes options with those of the agent that they name; the command line overrides the agent.
 * @throws UsageError for an agent without an approval if hub cannot prompt, with the actions of the agent
 */
export async function applyAgent<Options extends AgentOptions & GlobalOptions>(
	options: Options,
	context: Context,
): Promise<Options> {
	const { agent } = options;
	if (agent === undefined) return options;
	const plan = readPlan(await findAgent(agent, options, context));
	const { model, provider, endpoint, apiKey, folder, source, instructions } = plan;
	const isPlaced = options.provider !== undefined || options.endpoint !== undefined;
	const isKeyUsed = apiKey !== undefined && !isPlaced && options.token === undefined;
	await approveAgent(plan, isKeyUsed, options, context);
	const place = isPlaced ? {} : endpoint === undefined ? { provider } : { endpoint, isForeignEndpoint: true };
	const key = isKeyUsed ? fillVariables(apiKey, endpoint, source, options, context) : "";
	const preset = { ...options.preset, system: options.preset?.system ?? instructions?.text };
	return {
		...options,
		...place,
		...(options.model === undefined ? { model } : {}),
		...(key === "" ? {} : { token: key }),
		...(instructions === undefined ? {} : { preset }),
		agentServers: plan.servers.map((server) => fillEntry(server, source, folder, options, context)),
		agentVariables: listUses(plan).map(({ name }) => name),
	};
}

/**
 * Reads the description of an agent, before any part of it is used.
 * @throws UsageError for files that are not an agent
 */
function readPlan({ named, id, folder, config, instructions }: AgentFiles): AgentPlan {
	const value = parseJsonText(config.text, named);
	const fail = (problem: string): never => {
		throw invalidFile(`${named}: ${problem}.`, HELP);
	};
	if (!isRecord(value)) return fail("an agent is an object");
	const { model, provider, endpointUrl, apiKey, servers = [] } = value;
	if (typeof model !== "string") return fail("it names no model");
	const endpoint = typeof endpointUrl === "string" ? endpointUrl : undefined;
	if (typeof provider !== "string" && endpoint === undefined) return fail("it has neither provider nor endpointUrl");
	if (!Array.isArray(servers)) return fail("servers is not a list");
	const inputs = readInputs(value["inputs"]);
	const source: VariableSource = { name: `The agent ${showOutside(named)}`, inputs, takesPlain: false };
	if (endpoint !== undefined) {
		hostOf(endpoint, source, `${named}: endpointUrl`);
		if (findVariables(endpoint, source).length > 0) return fail("endpointUrl takes no variables");
	}
	const entries = servers.map(flatten).map((server, index) => {
		const name = textMember(server, "name") ?? nameServer(server, index);
		const entry = readEntry(name, server, source, `${named}: server ${index + 1}`);
		const isOpen = entry.type === "stdio" && findVariables(entry.command, source).length > 0;
		return isOpen ? fail(`server ${index + 1}: a variable decides which program it is`) : entry;
	});
	return {
		named,
		id,
		folder,
		source,
		model,
		endpoint,
		provider: typeof provider === "string" && endpoint === undefined ? provider : undefined,
		apiKey: typeof apiKey === "string" ? apiKey : undefined,
		servers: entries,
		config,
		instructions,
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
		const found = INSTRUCTIONS.find((name) => existsSync(join(folder, name)));
		const instructions = found === undefined ? undefined : { name: found, text: await read(join(folder, found)) };
		return { named: agent, id: file, folder, config: { name: basename(file), text: await read(file) }, instructions };
	}
	const missing = (hint: string): UsageError => badFile(`There is no agent ${agent}.`, hint);
	if (!/^[\w.-]+\/[\w.-]+$/.test(agent)) throw missing("Name a folder, an agent.json, or OWNER/NAME on Hugging Face.");
	const { fetch, hubUrl = HUB_URL } = await connect(
		options.sandbox ? { sandbox: true } : {},
		context,
		readConfig(context),
	);
	const download = async (name: string): Promise<string | undefined> => {
		const response = await fetch(`${hubUrl}/${DATASET}/${agent}/${name}`, { signal: context.signal });
		if (response.status === 404) return undefined;
		const text = await response.text();
		if (!response.ok || text.length > MAX_FILE)
			throw new UsageError(`${name} of ${agent} cannot be read.`, `Hugging Face answered ${response.status}.`);
		return text;
	};
	const name = "agent.json";
	const config = await download(name);
	if (config === undefined) throw missing("Hugging Face keeps agents in the dataset tiny-agents/tiny-agents.");
	let instructions: AgentFile | undefined;
	for (const name of INSTRUCTIONS) {
		const text = instructions === undefined ? await download(name) : undefined;
		if (text !== undefined) instructions = { name, text };
	}
	return { named: agent, id: agent, folder: context.cwd, config: { name, text: config }, instructions };
}

/** The older format has everything in `config`, and headers one level deeper. */
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
