import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { constants as osConstants, tmpdir } from "node:os";
import { join } from "node:path";
import { Argument, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { type Exchange, sum } from "../../../exchange/index.ts";
import { formatCost } from "../../../exchange/token-price.ts";
import { cachedPercent, sumUsage } from "../../../exchange/usage.ts";
import { findProviderSetting } from "../../config/placement.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { noInput, UsageError, unknownWord } from "../../errors/usage.ts";
import { endProcess, findProgram, listProcesses, programStart } from "../../files/programs.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { readTokenOption } from "../../input/token.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import { variableNames } from "../../options/parsers.ts";
import { hasOwnModelNames, splitModel } from "../../options/provider.ts";
import { formatCount } from "../../terminal/amounts.ts";
import { printJson } from "../../terminal/json.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { GATEWAY_OPTIONS, SERVE_OPTIONS, type ServeCommandOptions } from "../serve/options.ts";
import { AGENTS, type Agent, LOOPBACK_HOSTS, planRun } from "./agents.ts";
import { secretVariables } from "./environment.ts";
import { findDefaultModel, readModelFacts } from "./model-facts.ts";
import { DEFAULT_MODEL } from "./models.ts";
import { collectWords, type GivenWords, printPlan } from "./print.ts";
import { findUnbeaten } from "./project-settings.ts";
import { keepRecentModel } from "./recent-models.ts";

/** Those of `hub serve`, without those of its port and key. */
const OPTIONS = {
	...GATEWAY_OPTIONS,
	"Agent:": [
		new Option(
			"--pass-env <name>",
			"variable with a token or a key that the agent may get (repeatable); it gets no other",
		).argParser(variableNames),
	],
	"Output:": [
		new Option(
			"--print",
			"print a script of bash that starts the gateway and the agent, instead of starting them; secrets are variables",
		),
	],
} as const satisfies OptionGroups;

type LaunchOptions = Partial<OptionValues<typeof OPTIONS>> & ServeCommandOptions;

/** A command → the options of its line as they were written. */
const WORDS = new WeakMap<CommandUnknownOpts, GivenWords>();

/** `hub launch`: starts a coding agent in front of any model. */
export const createCommand = defineCommand({
	name: "launch",
	description:
		"Starts a coding agent on any model, through a gateway like hub serve that runs as long as the agent. The agent's own settings stay as they are.",
	arguments: [
		new Argument("[agent]", AGENTS.map(({ id }) => id).join(", ")),
		new Argument("[arguments...]", "arguments for the agent, after --"),
	],
	options: OPTIONS,
	help: [
		"Without an agent: the list, with what is installed. Without -m MODEL a terminal offers a choice; elsewhere the model is",
		`${DEFAULT_MODEL}, or another one where few providers serve that with tools. It is used for`,
		"every model name that the agent sends; --alias maps a name to another model. At the end, one line shows calls, tokens and",
		"cost. The agent gets no tokens and no keys of providers. It gets the context length that /v1/models reports: that of the",
		"provider named by -p or after the colon, else the shortest of those that may get the requests.",
		"",
		"Examples:",
		"  hub launch claude -m Qwen/Qwen3-Coder-480B-A35B-Instruct -p together",
		'  hub launch codex --sandbox -- exec "Explain this repository"',
		"  hub launch opencode -m llama3.2:ollama --max-cost 1",
		"  hub launch qwen --print",
		"",
		"Exit codes: those of the agent, 2 wrong usage or not installed",
		"See also:   hub serve --help",
	],
	configure: (command) => WORDS.set(command, collectWords(command)),
	action: async ([agent, args], given, context, command) => {
		const options = await readFile(given, command, context);
		await launch(agent, args, WORDS.get(command) ?? [], options, context);
	},
});

/** Adds the settings of the file of `--config`; those for the port and the key of `hub serve` do not apply. */
async function readFile(given: LaunchOptions, command: CommandUnknownOpts, context: Context): Promise<LaunchOptions> {
	if (given.config === undefined) return given;
	const { readConfigFile } = await import("../serve/config-file.ts");
	const own = Object.values(SERVE_OPTIONS)
		.flat()
		.filter(({ long }) => !command.options.some((option) => option.long === long));
	const read = await readConfigFile(given, given.config, command, context, own);
	const left = own.map((option) => option.attributeName()).filter((name) => Object.hasOwn(read, name));
	if (read.file?.key !== undefined) left.push("key");
	if (left.length > 0) {
		context.note(`hub launch chooses its port and its key: ${left.join(", ")} in ${given.config} does not apply.`);
	}
	return read;
}

async function launch(
	id: string | undefined,
	args: string[],
	words: GivenWords,
	given: LaunchOptions,
	context: Context,
): Promise<void> {
	if (id === undefined) return await listAgents(context);
	const hasCatchAll = given.alias?.some((text) => text.startsWith("*=")) || given.file?.aliases["*"] !== undefined;
	const agent = AGENTS.find((one) => one.id === id);
	const ids = AGENTS.map((one) => one.id);
	if (!agent) throw unknownWord("agent", id, ids, "hub launch lists the agents.");
	const program = findProgram(agent.program, context);
	if (program === undefined && !given.print) {
		const problem = `${agent.name} is not installed: no ${agent.program} in PATH.`;
		throw new UsageError(problem, `Install it: ${agent.install}`, "agent-missing");
	}
	const config = readConfig(context);
	const mayAsk = given.model === undefined && !hasCatchAll && !given.print && context.isInteractive;
	const picked = mayAsk
		? await (await import("./pick-model.tsx")).pickAgentModel(agent.name, given, context)
		: given.model;
	const model = picked ?? (hasCatchAll ? DEFAULT_MODEL : await findDefaultModel(given, context));
	const named = hasCatchAll ? given : { ...given, model };
	if (given.print) {
		// The gateway checks it when it starts.
		const setting = findProviderSetting(given.provider, context, config);
		splitModel(model, undefined, hasOwnModelNames(setting));
		const facts = await readModelFacts(named, context);
		const secrets = secretVariables(given, context, config);
		return await printPlan({ agent, model, facts, secrets, args, words, options: named }, context);
	}
	const missing = given.passEnv?.find((name) => context.env[name] === undefined);
	if (missing !== undefined) throw noInput(`--pass-env ${missing}: the variable ${missing} is not set.`);
	const options = await readTokenOption(named, context);
	const secrets = secretVariables(options, context, config);
	const folder = await mkdtemp(join(tmpdir(), "hub-launch-"));
	context.defer(() => rm(folder, { recursive: true, force: true }));
	const { startGateway } = await import("../serve/run.ts");
	const calls: Exchange[] = [];
	// The agent controls the terminal until it ends.
	const notices = new Set<string>();
	const started = await startGateway(options, context, {
		onCall: (exchange) => void calls.push(exchange),
		onNotice: (notice) => notices.add(notice),
	});
	if (picked !== undefined) keepRecentModel(picked, context.env);
	const facts = await readModelFacts(options, context);
	if (facts.tools === false)
		context.warn(
			`No provider serves ${model} with tools: ${agent.name} can only talk with it. Choose another with -m.`,
		);
	const { context: tokens = 0, longer } = facts;
	if (longer)
		context.note(
			`The context of ${model} is short for an agent, ${formatCount(tokens)} tokens. For a longer one, ${longer}.`,
		);
	const plan = planRun(agent, { url: started.url, key: started.key, model, folder, ...facts }, args);
	for (const [name, content] of Object.entries(plan.files)) replacePrivateFile(join(folder, name), content);
	const warnings = await describeUnbeaten(agent, context);
	for (const warning of warnings) context.warn(warning);
	const code = await runAgent(program ?? agent.program, plan, secrets, context);
	await started.close();
	// Repeated: an agent that fills the screen hides earlier lines.
	for (const notice of [...(context.stderr.isTTY ? warnings : []), ...notices]) context.note(notice);
	context.note(paintStyled(context.colors.stderr.dim, describeTotals(calls)));
	if (code !== 0) throw new ExitWithoutError(code);
}

/** Describes which settings of the project make the agent bypass the gateway. */
async function describeUnbeaten(agent: Agent, context: Context): Promise<string[]> {
	const paths = await findUnbeaten(agent, context);
	return paths.map(
		(path) =>
			`${path} may lead ${agent.name} to another server or model than this gateway. Read it before you continue.`,
	);
}

/**
 * Starts the program in this terminal; resolves with its exit code.
 * @param secrets names of variables that it does not get
 */
async function runAgent(
	program: string,
	{ env, args }: ReturnType<typeof planRun>,
	secrets: readonly string[],
	context: Context,
): Promise<number> {
	const HUB_LAUNCH_RUN = randomUUID();
	// Calls to the gateway must bypass proxies.
	const hosts = [context.env["NO_PROXY"] || context.env["no_proxy"] || [], LOOPBACK_HOSTS].flat().join(",");
	const without = Object.fromEntries(secrets.map((name) => [name, undefined]));
	// A variable that is undefined is left out.
	const own = { ...context.env, ...without, NO_PROXY: hosts, no_proxy: hosts, ...env, HUB_LAUNCH_RUN };
	const start = programStart(program, args, context);
	const child = spawn(start.program, start.args, { stdio: "inherit", cwd: context.cwd, env: own });
	// Ctrl-C reaches the agent through the terminal; the agent decides what to do.
	const release = context.catchSignals((signal) => {
		if (signal !== "SIGINT" || !context.stdin.isTTY) child.kill(signal);
		return undefined;
	});
	try {
		return await new Promise((resolve, reject) => {
			child.on("error", reject);
			child.on("exit", (code, signal) => {
				// A killed agent could not end its own children; others leave a process for their next run, which has another key.
				for (const id of listProcesses(`HUB_LAUNCH_RUN=${HUB_LAUNCH_RUN}`)) endProcess(id);
				resolve(code ?? 128 + (osConstants.signals[signal ?? "SIGTERM"] ?? 15));
			});
		});
	} finally {
		release();
	}
}

async function listAgents(context: Context): Promise<void> {
	if (context.flags.json) {
		const entries = AGENTS.map(({ id, name, api, program, install }) => {
			return { id, name, api, program, install, path: findProgram(program, context) ?? null };
		});
		return await printJson(entries, context);
	}
	const place = ({ program, install }: Agent): string => findProgram(program, context) ?? `not installed: ${install}`;
	const view: TableView<Agent> = {
		columns: [
			{ title: "AGENT", value: ({ id }) => id, whole: true },
			{ title: "NAME", value: ({ name }) => name },
			{ title: "API", value: ({ api }) => api },
			{ title: "PROGRAM", value: place },
		],
	};
	await printTable(AGENTS, view, context);
}

function describeTotals(calls: readonly Exchange[]): string {
	if (calls.length === 0) return "0 calls";
	const usage = sumUsage(calls.map((call) => call.usage)) ?? { input_tokens: 0, output_tokens: 0 };
	const percent = cachedPercent(usage);
	const tokens = `${formatCount(usage.input_tokens)} → ${formatCount(usage.output_tokens)} tokens`;
	const costs = calls.flatMap(({ cost_usd: cost }) => cost ?? []);
	const cost = costs.length === 0 ? "cost unknown" : `$${formatCost(sum(costs))}`;
	const isPart = costs.length > 0 && costs.length < calls.length ? " for the calls with a known price" : "";
	const number = `${calls.length} ${calls.length === 1 ? "call" : "calls"}`;
	return `${number}, ${tokens}${percent === undefined ? "" : ` (${percent} % cached)`}, ${cost}${isPart}`;
}
