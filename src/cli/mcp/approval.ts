import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isRecord, parseJson } from "../../base/json.ts";
import { isSecretName } from "../../base/secret-names.ts";
import { hubFolder } from "../config/folders.ts";
import type { Context } from "../context.ts";
import { notAllowed, type UsageError } from "../errors/usage.ts";
import { tryReadSmallFile } from "../files/read-small.ts";
import { replacePrivateFile } from "../files/replace-file.ts";
import { joinTexts, type QuestionText, question, wholeText } from "../terminal/question.ts";
import { askKey } from "../ui/keys.ts";
import { hostOf, listVariables, type McpOptions, type ServerEntry, type VariableUse } from "./servers.ts";
import { findVariables, isSecretVariable, isSet, type VariableSource } from "./variables.ts";

/** A file of an agent, as it was read, so that the approved content is what runs. */
export interface AgentFile {
	name: string;
	text: string;
}

/** What an agent will do, before a variable is filled in. */
export interface AgentPlan {
	/** The name that the user typed. */
	named: string;
	/** The path of its file, or its name in the dataset. */
	id: string;
	/** Working folder of its programs. */
	folder: string;
	source: VariableSource;
	model: string;
	/** Undefined with an endpoint. */
	provider: string | undefined;
	endpoint: string | undefined;
	apiKey: string | undefined;
	servers: readonly ServerEntry[];
	config: AgentFile;
	instructions: AgentFile | undefined;
}

/** An agent that was approved here. */
interface Approved {
	fingerprint: string;
	id: string;
	/** The lines that were shown. */
	lines: readonly string[];
	files: FileHashes;
}

/** Hashes of all files that decide what runs and where data goes. */
type FileHashes = readonly (readonly [name: string, hash: string])[];

/** A person cannot review more before the approval. */
const MAX_SHOWN = { lines: 200, characters: 20_000 };
/** Maximum stored approvals; the latest are kept. */
const MAX_REMEMBERED = 200;
/** Maximum receivers to name in the last line. */
const MAX_NAMED = 6;

/**
 * Shows the actions of an agent and prompts for approval, which is stored with its fingerprint.
 * @param isKeyUsed whether its own key is sent, and not one of the command line
 * @throws UsageError for one that was not approved, with the options that approve exactly what is shown
 */
export async function approveAgent(
	plan: AgentPlan,
	isKeyUsed: boolean,
	options: McpOptions,
	context: Context,
): Promise<void> {
	const { id, named } = plan;
	const refuse = (problem: QuestionText, hint?: string): UsageError =>
		notAllowed(String(question`The agent ${named} was not started: ${problem}`), hint);
	const secrets = listUses(plan).filter((use) => isSecretVariable(use, context.env));
	const lines = describePlan(plan, secrets);
	if (lines.length > MAX_SHOWN.lines || lines.join("").length > MAX_SHOWN.characters) {
		throw refuse(
			question`its file has more than can be read before it starts.`,
			`What it runs and sends must fit on ${MAX_SHOWN.lines} lines and in ${MAX_SHOWN.characters} characters.`,
		);
	}
	const files = await hashFiles(plan, context.signal);
	const fingerprint = hash(JSON.stringify(files));
	const path = join(hubFolder("data", context.env), "agents.json");
	const known = readApproved(path);
	const isKnown = known.some((one) => one.fingerprint === fingerprint);
	const isApproved = options.allowAgent === undefined ? isKnown : options.allowAgent === fingerprint;
	const remember = (): void => {
		const others = known.filter((one) => one.fingerprint !== fingerprint).slice(1 - MAX_REMEMBERED);
		replacePrivateFile(path, JSON.stringify([...others, { fingerprint, id, lines, files }]));
	};

	const passed = (names: readonly string[]): string => names.map((name) => ` --pass-env ${name}`).join("");
	const secretNames = [...new Set(secrets.map(({ name }) => name))];
	const needed = new Set(listUses(isKeyUsed ? plan : { ...plan, apiKey: undefined }).map(({ name }) => name));
	const missing = secretNames.filter(
		(name) => needed.has(name) && isSet(name, context.env) && !options.passEnv?.includes(name),
	);
	if (!isApproved) {
		const before = known.findLast((one) => one.id === id);
		context.warn(String(question`The agent ${named} ${before ? CHANGED : NEW}`));
		const changes = before ? describeChanges(before, { lines, files }) : [];
		for (const line of [...changes, ...lines]) context.warn(`  ${line}`);
		context.warn(`  Fingerprint: ${fingerprint}`);
		const hint = `Read the lines above; --allow-agent ${fingerprint}${passed(secretNames)} starts exactly this.`;
		if (options.allowAgent !== undefined) throw refuse(question`it is not the one that --allow-agent names.`, hint);
		if (!context.isInteractive) throw refuse(question`it has not been approved here.`, hint);
	}
	if (missing.length > 0) {
		const names = joinTexts(missing.map(wholeText), ", ");
		throw refuse(question`it takes secrets that it was not given: ${names}.`, `Give them:${passed(missing)}`);
	}
	if (!isApproved) {
		const receivers = listReceivers(plan);
		const others = receivers.length - MAX_NAMED;
		const more = others > 0 ? question` and ${others} more` : question``;
		const last = question`Start ${named}, with ${joinTexts(receivers.slice(0, MAX_NAMED), ", ")}${more}? y/n: `;
		const isStarted = await askKey(context, last, new Map(Object.entries({ y: true, n: false })));
		if (!isStarted) throw refuse(question`the answer was no.`);
		// Its programs are started by path, so they must still be the ones of the question.
		if (hash(JSON.stringify(await hashFiles(plan, context.signal))) !== fingerprint) {
			throw refuse(question`it has changed during the question.`, "Start it again.");
		}
	}
	if (!isKnown) remember();
}

const NEW = question`has not run here before.`;
const CHANGED = question`has changed since it was approved here.`;

/** The variables that an agent takes, and who gets them. */
export function listUses(plan: AgentPlan): VariableUse[] {
	const { apiKey = "", servers, source } = plan;
	const place = question`${describeModelPlace(plan)} as your key`;
	const keys = findVariables(apiKey, source).map((reference) => ({ ...reference, place }));
	return [...keys, ...servers.flatMap((server) => listVariables(server, source))];
}

function describeModelPlace({ provider = "", endpoint, source }: AgentPlan): QuestionText {
	if (endpoint === undefined) return question`the provider ${provider}`;
	return question`the host ${hostOf(endpoint, source, source.name)}`;
}

/** Who gets anything from an agent: the host of the model, other hosts, and programs. */
function listReceivers(plan: AgentPlan): QuestionText[] {
	const { servers, source } = plan;
	const receivers = servers.map((server) =>
		server.type === "stdio"
			? question`the program ${server.command}`
			: question`the host ${hostOf(server.url, source, source.name)}`,
	);
	const all = [describeModelPlace(plan), ...receivers];
	return [...new Map(all.map((receiver) => [String(receiver), receiver])).values()];
}

/** Returns what an agent will do, a line for each thing. */
function describePlan(plan: AgentPlan, secrets: readonly VariableUse[]): string[] {
	const { model, provider = "", endpoint, apiKey, instructions, servers } = plan;
	const prompt =
		endpoint === undefined
			? question`It sends the prompt to the model ${model} of the provider ${provider}, with your token or key.`
			: question`It sends the prompt to the model ${model} at ${wholeText(endpoint)}, without your token.`;
	const ownKey = apiKey === undefined ? [] : [question`It has its own key for ${describeModelPlace(plan)}.`];
	const words =
		instructions &&
		question`Its instructions are ${instructions.text.length} characters of ${instructions.name}: ${instructions.text}`;
	const named = new Set(secrets.map(({ name }) => name));
	const uses = listUses(plan).map(({ name, place }) =>
		named.has(name)
			? question`It gives the secret variable ${name} to ${place}; that needs --pass-env.`
			: question`It gives the variable ${name} to ${place}.`,
	);
	const lines = [prompt, ...ownKey, words ?? [], servers.flatMap((server) => describeServer(server, plan)), uses];
	return [...new Set(lines.flat().map(String))];
}

function describeServer(server: ServerEntry, { source, folder }: AgentPlan): QuestionText[] {
	// A key in the file is not printed; values that decide how a program runs are.
	const show = (name: string, text: string): QuestionText =>
		isSecretName(name) && findVariables(text, source).length === 0 ? question`a value of its file` : wholeText(text);
	const { name } = server;
	if (server.type !== "stdio") {
		const { url, headers } = server;
		const host = question`the host ${hostOf(url, source, source.name)}`;
		return [
			question`Its server ${name} is ${host}: it sends to ${wholeText(url)}.`,
			...Object.entries(headers).map(
				([key, text]) => question`${name}: ${host} gets the header ${wholeText(key)}: ${show(key, text)}.`,
			),
		];
	}
	const { command, args, env, cwd } = server;
	const words = joinTexts([command, ...args].map(wholeText), " ");
	const program = question`the program ${command}`;
	return [
		question`Its server ${name} is ${program}: it runs ${words} in ${wholeText(cwd.includes("$" + "{") ? cwd : resolve(folder, cwd))}.`,
		...Object.entries(env).map(
			([key, text]) => question`${name}: ${program} gets the variable ${wholeText(key)} as ${show(key, text)}.`,
		),
	];
}

function describeChanges(before: Pick<Approved, "lines" | "files">, now: Pick<Approved, "lines" | "files">): string[] {
	const isIn = (files: FileHashes, [name, content]: FileHashes[number]): boolean =>
		files.some((file) => file[0] === name && file[1] === content);
	const changed = [
		...before.files.filter((file) => !isIn(now.files, file)),
		...now.files.filter((file) => !isIn(before.files, file)),
	];
	const names = [...new Set(changed.map(([name]) => name))].map(wholeText);
	return [
		String(question`Changed: ${joinTexts(names, ", ")}`),
		...before.lines.filter((line) => !now.lines.includes(line)).map((line) => `- ${line}`),
		...now.lines.filter((line) => !before.lines.includes(line)).map((line) => `+ ${line}`),
		"All of it:",
	];
}

async function hashFiles(plan: AgentPlan, signal: AbortSignal): Promise<FileHashes> {
	const { config, instructions, folder } = plan;
	const read = [config, instructions ?? []].flat().map(({ name, text }) => [name, hash(text)] as const);
	const programs = programFiles(plan).map(async (name) => {
		const content = createHash("sha256");
		for await (const chunk of createReadStream(resolve(folder, name), { signal })) content.update(chunk);
		return [name, content.digest("hex")] as const;
	});
	return [...read, ...(await Promise.all(programs))];
}

function hash(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** Files that are run, by their names. */
const PROGRAM = /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|php|lua|r|jl|sh|bash|zsh|fish|ps1|bat|cmd|jar|wasm|exe)$/i;

/** Returns the programs in an agent's folder that its servers name; others are those of the user's machine. */
function programFiles({ servers, folder }: AgentPlan): string[] {
	const found = servers.flatMap((server) => {
		if (server.type !== "stdio") return [];
		const { command, args, env } = server;
		const place = resolve(folder, server.cwd);
		const isInside = (path: string): boolean => [folder, place].some((root) => path.startsWith(join(root, sep)));
		const isPath = /[/\\]/.test(command);
		const words = [isPath ? command : [], args, Object.values(env)].flat();
		return words.flatMap((word) => {
			const parts = new Set([word, ...word.split(/[\s=:;,"']+/)]);
			return [...parts].map((part) => resolve(place, part)).filter((path) => isInside(path) && isProgram(path));
		});
	});
	return [...new Set(found.map((path) => relative(folder, path)))].sort();
}

function isProgram(path: string): boolean {
	try {
		const stats = statSync(path);
		return stats.isFile() && (PROGRAM.test(path) || (stats.mode & 0o111) !== 0);
	} catch {
		// Not a file, or not a path.
		return false;
	}
}

function readApproved(path: string): Approved[] {
	const list = parseJson(tryReadSmallFile(path) ?? "");
	return Array.isArray(list) ? list.filter(isApproved) : [];
}

function isApproved(value: unknown): value is Approved {
	if (!isRecord(value)) return false;
	const { fingerprint, id, lines, files } = value;
	const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === "string");
	const isFiles = Array.isArray(files) && files.every((file) => isTexts(file) && file.length === 2);
	return typeof fingerprint === "string" && typeof id === "string" && isTexts(lines) && isFiles;
}
