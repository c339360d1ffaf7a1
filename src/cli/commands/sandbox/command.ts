import { resolve } from "node:path";
import { Argument, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { readMember } from "../../../base/json.ts";
import type { Pace } from "../../../exchange/index.ts";
import { untilAborted } from "../../../http/abort.ts";
import type { Fetch } from "../../../http/index.ts";
import { type Fault, parseFaults } from "../../../sandbox/faults.ts";
import { findSample, SAMPLES, type Sample } from "../../../sandbox/samples/index.ts";
import { readConfig } from "../../config/settings.ts";
import { knownSecrets, SANDBOX_TOKEN } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { isSample, readSample } from "../../input/file.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { integer, number, parsePort, repeated } from "../../options/parsers.ts";
import { bytesOnTerminal } from "../../output/save.ts";
import { printJson } from "../../terminal/json.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { printTable, type TableView } from "../../terminal/table.ts";

const OPTIONS = {
	"Sandbox:": [
		new Option("--port <n>", "port to listen on (default: a free one)").argParser(parsePort),
		new Option("--seed <n>", "seed of faults, identifiers and other random values").argParser(integer("the seed")),
		new Option("--latency <ms>", "delay before each response").argParser(number("the latency", 0)),
		new Option(
			"--fault <list>",
			"fail sometimes, such as 429:0.1,503:0.05,drop:0.02,malformed:0.01,slow:0.1",
		).argParser(readFaults),
		new Option("--cors <origin>", "let web pages of this origin call it, * for all (repeatable)").argParser(repeated),
		new Option("--replay <dir>", "answer from the recordings in this folder instead"),
		new Option(
			"--pace <pace>",
			"with --replay: original (default), none, or a factor such as x2 for twice as fast",
		).argParser(parsePace),
	],
} as const satisfies OptionGroups;

type SandboxCommandOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub sandbox`: the sandbox as a server for other programs. */
const samples = defineCommand({
	name: "samples",
	summary: "list the built-in files, or print one: use sample:NAME wherever a file is accepted",
	description:
		"Lists the built-in files. Use sample:NAME wherever a file is accepted. With a NAME: prints the bytes of that file.",
	arguments: [new Argument("[name]", "print the bytes of this file")],
	help: ["Example:", "  hub sandbox samples speech.wav > speech.wav"],
	action: ([name], _options, context) => (name === undefined ? listSamples(context) : printSample(name, context)),
});

export const createCommand = defineCommand({
	name: "sandbox",
	description:
		"Serves a sandbox of Hugging Face, the router and every provider on this machine: the same URLs, bodies and errors, made-up answers, no token, no network. Ends with Ctrl-C.",
	options: OPTIONS,
	help: [
		"Paste the lines printed on stdout into another shell, and programs there use the sandbox. With --json: an object",
		"{url, hubUrl, routerUrl, token}. A provider's own URL is /@host/ below the URL of the sandbox.",
		"",
		"Examples:",
		"  hub sandbox --port 8787",
		"  hub sandbox --port 8787 --latency 200 --fault 429:0.1,drop:0.02",
		"  hub sandbox --port 8787 --json",
		"  hub sandbox samples",
		"",
		"Exit codes: 2 wrong usage or port taken, 130 ended with Ctrl-C",
		"See also:   hub infer --help, hub help environment",
	],
	subcommands: [samples],
	action: (_words, options, context) => serveSandbox(options, context),
});

async function serveSandbox(options: SandboxCommandOptions, context: Context): Promise<void> {
	const { port = 0, seed, latency, fault: faults } = options;
	const answer = await openReplay(options, context);
	const { startSandbox } = await import("../../../sandbox-server.ts");
	const running = await startSandbox({ port, seed, latency, faults, cors: options.cors, answer }).catch(
		(error: unknown) => {
			const unavailable = (problem: string, hint: string): UsageError =>
				new UsageError(`Port ${port} ${problem}.`, hint, "port-unavailable");
			const code = readMember(error, "code");
			if (code === "EADDRINUSE") throw unavailable("is in use", "Choose another, or leave --port out for a free one.");
			if (code === "EACCES") throw unavailable("needs administrator rights", "Choose one above 1023.");
			throw error;
		},
	);
	context.defer(running.close);
	const { url } = running;
	await context.print(
		context.flags.json
			? `${JSON.stringify({ url, hubUrl: url, routerUrl: url, token: SANDBOX_TOKEN })}\n`
			: `export HF_ENDPOINT=${url}\nexport HUB_ROUTER_URL=${url}\nexport HF_TOKEN=${SANDBOX_TOKEN}\n`,
	);
	context.note(paintStyled(context.colors.stderr.dim, `The sandbox listens on ${url}. Ctrl-C ends it.`));
	await untilAborted(context.signal);
	context.signal.throwIfAborted();
}

function readFaults(text: string): Fault[] {
	try {
		return parseFaults(text);
	} catch (error) {
		throw error instanceof Error ? new InvalidArgumentError(error.message) : error;
	}
}

/** `original`, `none`, or `x2`. */
function parsePace(text: string): Pace {
	if (text === "original" || text === "none") return text;
	const factor = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
	if (factor > 0) return factor;
	throw new InvalidArgumentError("Give the pace as original, none, or x2.");
}

/** Serves recordings, matched by path on any host; undefined without `--replay`. */
async function openReplay({ replay, pace }: SandboxCommandOptions, context: Context): Promise<Fetch | undefined> {
	if (replay === undefined) {
		if (pace !== undefined) throw new UsageError("--pace needs --replay.");
		return undefined;
	}
	const [{ createReplayer, ReplayMissError }, { folderStore }] = await Promise.all([
		import("../../../exchange/index.ts"),
		import("../../../node.ts"),
	]);
	const store = folderStore(resolve(context.cwd, replay));
	if (!(await store.list()).some((name) => name.endsWith(".json"))) {
		throw new UsageError(`--replay: there are no recordings in ${replay}.`, "Record some with --record.");
	}
	const { fetch } = createReplayer(store, {
		pace: pace ?? "original",
		anyHost: true,
		secrets: knownSecrets({}, context.env, readConfig(context)),
	});
	return async (input, init) => {
		try {
			return await fetch(input, init);
		} catch (error) {
			if (!(error instanceof ReplayMissError)) throw error;
			const body = { error: { message: error.message, type: "not_found", code: "not_recorded", param: null } };
			return Response.json(body, { status: 404 });
		}
	};
}

/** Prints the built-in files: a table on a terminal, tab-separated lines in a pipe, a list with `--json`. */
async function listSamples(context: Context): Promise<void> {
	const entries = SAMPLES.map(({ name, type, description }) => ({ name: `sample:${name}`, type, description }));
	if (context.flags.json) return await printJson(entries, context);
	await printTable(entries, VIEW, context);
}

const VIEW: TableView<Pick<Sample, "name" | "type" | "description">> = {
	cells: ({ name, type, description }) => [name, type, description],
	columns: [
		{ title: "SAMPLE", value: ({ name }) => name, whole: true, style: "cyan" },
		{ title: "WHAT IT IS", value: ({ description }) => description, least: 20 },
		{ title: "TYPE", value: ({ type }) => type, style: "dim" },
	],
};

/** Prints the bytes of a built-in file, named with or without `sample:`. */
async function printSample(name: string, context: Context): Promise<void> {
	const path = isSample(name) ? name : `sample:${name}`;
	const bytes = await readSample(path);
	if (context.stdout.isTTY && !/^text|json/.test(findSample(path)?.type ?? "")) throw bytesOnTerminal();
	await context.print(bytes);
}
