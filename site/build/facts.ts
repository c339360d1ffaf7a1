import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import type { AgentSession } from "../../test/bench/agent/session.ts";
import { describeCommand } from "./commands.ts";
import { recordTerminal } from "./record.ts";
import { readApi } from "./typedoc.ts";

const root = new URL("../../", import.meta.url);

/** Loads a source file of the repository; what it exports is the one source of truth for its pages. */
const load = <Module>(path: string): Promise<Module> => tsImport(fileURLToPath(new URL(path, root)), import.meta.url);

/** Everything pages are generated from that the public entry points do not tell. */
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** What `package.json` says about the project. */
interface Manifest {
	version: string;
	description: string;
	repository: string;
	homepage: string;
}

/** Reads the facts from the sources. */
export async function readFacts() {
	const [manifest, tasks, providers, libraries, commands, errors, api] = await Promise.all([
		readFile(new URL("package.json", root), "utf8").then((text): Manifest => JSON.parse(text)),
		readTasks(),
		readProviders(),
		readLibraries(),
		readCommands(),
		readErrors(),
		readApi(),
	]);
	const [figures, terminal] = await Promise.all([readFigures(), recordTerminal()]);
	return {
		version: manifest.version,
		description: manifest.description,
		repository: `https://github.com/${manifest.repository.replace(/^github:/, "")}`,
		tasks,
		providers,
		libraries,
		commands,
		errors,
		homepage: manifest.homepage,
		figures,
		terminal,
		api: api.entries,
		apiWarnings: api.warnings,
	};
}

async function readTasks() {
	const { TASK_LIST } = await load<typeof import("../../src/cli/lists/tasks.ts")>("src/cli/lists/tasks.ts");
	const { loadTaskDetails } = await load<typeof import("../../src/cli/commands/tasks/page.ts")>(
		"src/cli/commands/tasks/page.ts",
	);
	return await Promise.all(TASK_LIST.map(loadTaskDetails));
}

async function readProviders() {
	const { ALL_PROVIDERS, isRouted } = await load<typeof import("../../src/inference/providers/index.ts")>(
		"src/inference/providers/index.ts",
	);
	const { keyVariables } = await load<typeof import("../../src/cli/config/token.ts")>("src/cli/config/token.ts");
	const { BATCH_SERVICES } = await load<typeof import("../../src/cli/commands/batch/jobs/client.ts")>(
		"src/cli/commands/batch/jobs/client.ts",
	);
	const list = ALL_PROVIDERS.map((provider) => {
		const { id, label, tasks, baseUrl, hubOrg, scheme, headers, routed } = provider;
		return {
			id,
			name: label,
			source: sourceOfProvider(id),
			tasks: Object.keys(tasks),
			baseUrl,
			keyVariables: keyVariables(id),
			needsOwnKey: !isRouted(provider),
			hubOrg: hubOrg ?? null,
			scheme: scheme ?? "Bearer",
			headers: headers ?? {},
			isRouter: routed === "always",
			batch: BATCH_SERVICES[id],
			chatRoute: tasks.conversational?.route({ model: "MODEL", args: {} } as never),
		};
	});
	return list.sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** The file of a provider; what only chats is a row of the table. */
function sourceOfProvider(id: string): string {
	const folder = "src/inference/providers";
	const files = [`${folder}/${id}.ts`, `${folder}/${id}/index.ts`];
	return files.find((file) => existsSync(new URL(file, root))) ?? `${folder}/table.ts`;
}

async function readLibraries() {
	const { LIBRARY_LIST } = await load<typeof import("../../src/cli/lists/libraries.ts")>("src/cli/lists/libraries.ts");
	return LIBRARY_LIST;
}

async function readCommands() {
	const { VISIBLE_COMMANDS } = await load<typeof import("../../src/cli/commands.ts")>("src/cli/commands.ts");
	const { createContext } = await load<typeof import("../../src/cli/context.ts")>("src/cli/context.ts");
	const { GLOBAL_OPTIONS } = await load<typeof import("../../src/cli/options/global-options.ts")>(
		"src/cli/options/global-options.ts",
	);
	const { EXIT_CODES } =
		await load<typeof import("../../src/cli/errors/exit-codes.ts")>("src/cli/errors/exit-codes.ts");
	const { ENVIRONMENT } = await load<typeof import("../../src/cli/config/environment.ts")>(
		"src/cli/config/environment.ts",
	);
	const { TOPICS } = await load<typeof import("../../src/cli/help/topics.ts")>("src/cli/help/topics.ts");
	const formats = await TOPICS.find(({ name }) => name === "formats")?.facts();
	const output = Object.assign(new PassThrough(), { columns: 100 });
	const { signal } = new AbortController();
	const context = createContext({
		stdin: new PassThrough(),
		stdout: output,
		stderr: output,
		env: {},
		cwd: "/",
		signal,
	});
	const list = await Promise.all(
		VISIBLE_COMMANDS.map(async ({ name, summary, load }) => {
			const { createCommand } = await load();
			return { ...describeCommand(createCommand(context)), name, summary };
		}),
	);
	return {
		list,
		globalOptions: GLOBAL_OPTIONS,
		exitCodes: EXIT_CODES,
		environment: ENVIRONMENT,
		formats: readFormats(formats),
		jsonHeadings: await readJsonHeadings(),
	};
}

/** Checks the formats: a topic of the help does not say what its facts are. */
function readFormats(facts: unknown): { name: string; meaning: string }[] {
	if (!Array.isArray(facts)) throw new Error("The help topic on formats lists none.");
	return facts.map(({ name, meaning }) => ({ name: String(name), meaning: String(meaning) }));
}

/** A ratio of `docs/benchmarks.md`. */
interface Ratio {
	value: number;
	/** What it is a ratio to. */
	over: string;
}

/** Figures that Home shows. @throws if `docs/benchmarks.md` has a row no more */
async function readFigures() {
	const text = await readFile(new URL("docs/benchmarks.md", root), "utf8");
	const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
	const read = (title: RegExp): Ratio => {
		const [, , value = "", over = ""] =
			rows.find(([, name = "", figure = ""]) => title.test(name) && /^\d+(\.\d+)?$/.test(figure)) ?? [];
		if (value === "" || over === "") throw new Error(`docs/benchmarks.md has no row ${title.source}.`);
		return { value: Number(value), over };
	};
	return {
		start: read(/^hub: 20 streamed tokens from an endpoint$/),
		referenceStart: read(/^the same chat by the reference$/),
		openaiStart: read(/^the same chat by the `openai` package$/),
		resume: read(/^CPU of reading 1,000,000 finished lines when resuming$/),
		...(await readAgentFigures()),
		chatBundle: await readChatBundle(),
	};
}

/** The most bytes that a chat adds to a page, compressed. */
async function readChatBundle(): Promise<number> {
	const { BUDGETS } = await load<typeof import("../../scripts/size-budgets.ts")>("scripts/size-budgets.ts");
	const chat = BUDGETS.find(({ name }) => name === "chat alone");
	if (!chat) throw new Error('scripts/size-budgets.ts has no row "chat alone".');
	return chat.compressed;
}

/**
 * What an agent writes and reads with hub, over what it does with curl, in characters, and what a session of one takes;
 * `test/bench/agent` records both. The session's cost is by the stored price of its model: the sandbox's are made up.
 */
async function readAgentFigures() {
	const { findCost } = await load<typeof import("../../src/exchange/cost.ts")>("src/exchange/cost.ts");
	const recorded = await readFile(new URL("test/bench/agent/session.json", root), "utf8");
	const session: AgentSession = JSON.parse(recorded);
	const { inputTokens, outputTokens, model, provider } = session;
	const usage = { input_tokens: inputTokens, output_tokens: outputTokens };
	const { cost_usd: cost } = findCost({ usage, provider, routed: true, models: [model] });
	if (cost === null) throw new Error(`No price of ${model} at ${provider} is stored.`);
	const text = await readFile(new URL("test/bench/agent/runs.json", root), "utf8");
	const runs: Record<"hub" | "curl", { line: string; output: string }>[] = JSON.parse(text);
	const count = (tool: "hub" | "curl") =>
		runs.reduce((sum, run) => sum + run[tool].line.length + run[tool].output.length, 0);
	return { agentShare: count("hub") / count("curl"), agentJobs: runs.length, session: { ...session, cost } };
}

/** Headings of the page about JSON, such as `hub tasks --json`. */
async function readJsonHeadings() {
	const text = await readFile(new URL("docs/json.md", root), "utf8");
	return [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading?.replaceAll("`", "") ?? "");
}

async function readErrors() {
	const { ERRORS, exitOf } = await load<typeof import("../../src/cli/errors/error-codes.ts")>(
		"src/cli/errors/error-codes.ts",
	);
	return (Object.keys(ERRORS) as (keyof typeof ERRORS)[]).map((code) => ({
		code,
		...ERRORS[code],
		exitCode: exitOf(code),
	}));
}
