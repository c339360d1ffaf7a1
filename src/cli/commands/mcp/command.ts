import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { Writable } from "node:stream";
import { Option } from "@commander-js/extra-typings";
import { servedTask } from "../../../catalogue/aliases.ts";
import { GatewayError } from "../../../gateway/errors.ts";
import { type Reply, type ReplyStream, replyJson } from "../../../gateway/reply.ts";
import type { GatewayRequest } from "../../../gateway/types.ts";
import { untilAborted } from "../../../http/abort.ts";
import { parseDefaultModel } from "../../config/default-models.ts";
import { findPlacement, findProviderSetting } from "../../config/placement.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { conflict, inapplicable, UsageError, wrongValue } from "../../errors/usage.ts";
import { findOwnName } from "../../files/programs.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { number, parsePort, repeated } from "../../options/parsers.ts";
import * as shared from "../../options/shared-options.ts";
import { checkTask } from "../../options/task.ts";
import { SIGN_IN_COMMANDS } from "./login.ts";
import type { TaskTools, ToolSettings } from "./serve-tools.ts";
import { TASK_TOOLS } from "./task-tools.ts";

/** The format of a server's entry in each client's configuration. */
const CLIENTS: Readonly<Record<string, (command: string, args: readonly string[]) => string>> = {
	codex: (command, args) => `[mcp_servers.hub]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
	claude: (command, args) => JSON.stringify({ mcpServers: { hub: { type: "stdio", command, args } } }, null, 2),
	vscode: (command, args) => JSON.stringify({ servers: { hub: { type: "stdio", command, args } } }, null, 2),
	cursor: (command, args) => JSON.stringify({ mcpServers: { hub: { command, args } } }, null, 2),
};

const PLACES: Readonly<Record<string, string>> = {
	codex: "~/.codex/config.toml",
	claude: ".mcp.json of a project, or claude mcp add-json",
	vscode: ".vscode/mcp.json",
	cursor: "~/.cursor/mcp.json",
};

const OPTIONS = {
	"Tools:": [
		new Option("--tools <names>", "only these tools: a,b"),
		new Option("-m, --model <task=id>", "model of a tool or task: text-to-image=ORG/NAME (repeatable)").argParser(
			repeated,
		),
		new Option("-p, --provider <id>", "provider of all calls"),
		...shared.billTo,
		new Option(
			"--max-cost <usd>",
			"refuse a call that may exceed this cost; calls in flight count with their maximum cost",
		).argParser(number("US dollars", 0)),
		new Option("--unknown-price <way>", "with --max-cost, calls of unknown price (default: refuse)").choices([
			"refuse",
			"allow",
		]),
		new Option("--deadline <seconds>", "maximum time for a call, 0 for no limit (default: 600)").argParser(
			number("seconds", 0),
		),
	],
	"Files:": [
		new Option("--root <folder>", "agents may name files below this folder (default: the working folder)"),
		new Option("--output-dir <folder>", "where images, audio and video go (default: hub-files in the root)"),
	],
	"Connection:": [
		new Option("--http <port>", "serve over HTTP on this machine, at /mcp; 0 for a free port").argParser(parsePort),
		new Option("--key-stdin", "with --http: read the key that clients send from standard input"),
		new Option("--no-key", "require no key over HTTP"),
		new Option("--print <client>", "print the entry for the configuration of a client").choices(Object.keys(CLIENTS)),
	],
	"Log:": [...shared.log],
} as const satisfies OptionGroups;

type McpCommandOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub mcp`: every task as a tool of any agent. */
export const createCommand = defineCommand({
	name: "mcp",
	description:
		"Offers the tasks as tools to any agent that speaks the Model Context Protocol: images, speech, OCR, classification and more, over standard input and output.",
	options: OPTIONS,
	subcommands: SIGN_IN_COMMANDS,
	configure: (command) => command.helpCommand(false).usage("[login|logout] [options]"),
	help: [
		"hub mcp login NAME signs you in at a tool server that --mcp names; hub uses and renews the sign-in from then on.",
		"",
		"The key over HTTP comes from HUB_SERVE_KEY or --key-stdin, else it is a new one, printed at the start. No flag takes it: other",
		"users of this machine could see the command line.",
		"",
		"Examples:",
		"  hub mcp --print claude",
		"  hub mcp --sandbox --tools generate_image,transcribe",
		"  hub mcp -m text-to-image=black-forest-labs/FLUX.1-schnell -p together --max-cost 2",
		"  hub mcp --http 4142",
		"",
		"Exit codes: 0 the client disconnected, 2 wrong usage, 130 interrupted",
		"See also:   hub help tools, hub serve --help",
	],
	action: (_words, options, context) => run(options, context),
});

async function run(given: McpCommandOptions, context: Context): Promise<void> {
	if (given.print !== undefined) return await printEntry(given, given.print, context);
	const { TaskTools: Tools } = await import("./serve-tools.ts");
	const tools = new Tools(readSettings(given, context), context);
	// A wrong name is an error before anything connects.
	tools.rows();
	if (given.http !== undefined) {
		const { chooseKey } = await import("../serve/options.ts");
		const key = await chooseKey(
			{ ...(given.key === false ? { key: false } : {}), ...(given.keyStdin ? { keyStdin: true } : {}) },
			"127.0.0.1",
			context,
		);
		return await serveHttp(tools, given.http, key, context);
	}
	const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
	const { stdin } = context;
	// If a client does not read, stop reading from it: its responses would fill the memory.
	const output = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			stdin.pause();
			context.print(chunk.toString()).then(() => {
				stdin.resume();
				done();
			}, done);
		},
	});
	// Each pending response adds listeners.
	output.setMaxListeners(0).on("error", () => undefined);
	const transport = new StdioServerTransport(stdin, output);
	const left = new Promise<void>((done) => {
		// It is closed at the end of the input, and by a message that is too large.
		const close = transport.close.bind(transport);
		transport.close = () => close().finally(done);
		context.signal.addEventListener("abort", () => done(), { once: true });
	});
	const handle = serveStdio(() => tools.createServer(), { transport, maxSubscriptions: 16 });
	if (context.stdin.isTTY)
		context.note(
			"hub mcp waits for an MCP client; hub mcp --print CLIENT prints the entry that makes a client start it. Ctrl-C ends it.",
		);
	await left;
	await handle.close();
	stdin.destroy();
	context.signal.throwIfAborted();
}

function readSettings(given: McpCommandOptions, context: Context): ToolSettings {
	const { http: _, print: __, key: ___, model = [], tools, root = ".", outputDir, maxCost, ...target } = given;
	if (given.http === undefined && given.key === false) throw inapplicable("--no-key needs --http.");
	if (given.http === undefined && given.keyStdin) throw inapplicable("--key-stdin needs --http.");
	if (given.http === undefined && given.tokenStdin) {
		throw conflict("--token-stdin does not apply: the client writes to standard input.", "Set HF_TOKEN.");
	}
	const folder = readFolder(root, context);
	return {
		...target,
		models: new Map(model.map((text) => readTaskModel(text, given, context))),
		tools: tools?.split(",").map((name) => name.trim()),
		root: folder,
		outputDir: resolve(context.cwd, outputDir ?? resolve(folder, "hub-files")),
		maxCost,
		unknownPrice: given.unknownPrice,
	};
}

function readFolder(path: string, { cwd }: Context): string {
	try {
		return realpathSync(resolve(cwd, path));
	} catch {
		throw new UsageError(`There is no folder ${path}.`, "Name another with --root.", "no-folder");
	}
}

function readTaskModel(text: string, { provider, sandbox }: McpCommandOptions, context: Context): [string, string] {
	const [, task = "", model = ""] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
	if (task === "") throw wrongValue(`-m ${text} has no task.`, "Write -m TASK=ORG/NAME.");
	const isTool = TASK_TOOLS.some(({ name }) => name === task);
	const config = readConfig(context);
	const id = parseDefaultModel("-m", model, findProviderSetting(provider, context, config));
	// A model that cannot be called is an error before any agent calls it.
	findPlacement({ model: id, provider, sandbox }, context, config);
	return [isTool ? task : servedTask(checkTask(task)), id];
}

async function printEntry(given: McpCommandOptions, client: string, context: Context): Promise<void> {
	const { model = [], tools, provider, root, outputDir, maxCost, sandbox } = given;
	const options: [string, string | number | undefined][] = [
		["--tools", tools],
		...model.map((text): [string, string] => ["-m", text]),
		["-p", provider],
		["--root", root === undefined ? undefined : resolve(context.cwd, root)],
		["--output-dir", outputDir === undefined ? undefined : resolve(context.cwd, outputDir)],
		["--max-cost", maxCost],
		["--unknown-price", given.unknownPrice],
		["--deadline", given.deadline],
		["--bill-to", given.billTo],
	];
	const args = ["mcp", ...(sandbox ? ["--sandbox"] : [])];
	for (const [flag, value] of options) if (value !== undefined) args.push(flag, String(value));
	const entry = CLIENTS[client]?.(findOwnName(context), args) ?? "";
	context.note(`For ${PLACES[client]}:`);
	await context.print(`${entry}\n`);
}

/** Bytes of the largest request: its files are paths. */
const MAX_BODY = 4 * 2 ** 20;
const HOST = "127.0.0.1";
const HEADERS = "accept content-type last-event-id mcp-protocol-version mcp-session-id mcp-method mcp-name".split(" ");

/**
 * Serves the tools over HTTP on this machine, with the key and host check of `hub serve`, until a signal arrives.
 * @throws UsageError if the port cannot be used
 */
async function serveHttp(tools: TaskTools, port: number, key: string | undefined, context: Context): Promise<void> {
	const [{ createMcpHandler }, { listen }, { checkKey, createCallerCheck }, { readBody }] = await Promise.all([
		import("@modelcontextprotocol/server"),
		import("../serve/run.ts"),
		import("../../../gateway/access.ts"),
		import("../../../gateway/read-body.ts"),
	]);
	const handler = createMcpHandler(() => tools.createServer());
	const checkCaller = createCallerCheck({ hosts: [], cors: [] }, "hub mcp");
	const answer = async (request: GatewayRequest): Promise<Reply> => {
		checkCaller(request);
		checkKey(request, { key }, "hub mcp");
		if (new URL(request.url).pathname !== "/mcp") throw new GatewayError(404, "The tools are at /mcp.");
		const gone = new AbortController();
		request.onGone?.(() => gone.abort());
		const body = request.method === "POST" ? await readBody(request, MAX_BODY) : undefined;
		const sent = HEADERS.map((name) => [name, request.headers.get(name)] as const);
		const response = await handler.fetch(
			new Request(request.url, {
				method: request.method,
				headers: sent.filter((header): header is [string, string] => header[1] !== null),
				signal: gone.signal,
				...(body ? { body } : {}),
			}),
		);
		const headers = Object.fromEntries(response.headers);
		return { status: response.status, headers, body: response.body ? toStream(response.body) : "" };
	};
	const reply = async (request: GatewayRequest): Promise<Reply> => {
		try {
			return await answer(request);
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			const { message, status, details } = error;
			return replyJson({ error: { message, code: details.code ?? null } }, { status, headers: { ...details.headers } });
		}
	};
	if (key !== undefined) context.secrets.add(key, "$HUB_SERVE_KEY");
	const server = await listen({ reply }, HOST, port, context);
	context.defer(server.close);
	await context.print(
		context.flags.json ? `${JSON.stringify({ url: `${server.url}/mcp`, key: key ?? null })}\n` : `${server.url}/mcp\n`,
	);
	if (key !== undefined) context.stderr.write(`Authorization: Bearer ${key}\n`);
	await untilAborted(context.signal);
	await handler.close();
	context.signal.throwIfAborted();
}

function toStream(body: ReadableStream<Uint8Array>): ReplyStream {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	return {
		onEnd: undefined,
		next: async () => {
			const { done, value } = await reader.read();
			return done ? undefined : decoder.decode(value, { stream: true });
		},
		cancel: () => void reader.cancel().catch(() => undefined),
	};
}
