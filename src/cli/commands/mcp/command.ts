import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { findProgram } from "../../files/programs.ts";
import { addOptions } from "../../options/add-options.ts";
import { BILL_TO, DEADLINE } from "../../options/model.ts";
import { collect, parseInteger, parseNumber } from "../../options/parsers.ts";
import type { McpServerOptions } from "./call-tool.ts";

/** Programs that start servers of tools: where the entry goes, and how it is written. */
const CLIENTS = {
	codex: {
		file: "~/.codex/config.toml",
		write: (command: string, args: readonly string[]) =>
			`[mcp_servers.hub]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((word) => JSON.stringify(word)).join(", ")}]`,
	},
	claude: { file: ".mcp.json", write: writeServers },
	cursor: { file: ".cursor/mcp.json", write: writeServers },
	vscode: {
		file: ".vscode/mcp.json",
		write: (command: string, args: readonly string[]) =>
			JSON.stringify({ servers: { hub: { type: "stdio", command, args } } }, null, 2),
	},
} as const;

function writeServers(command: string, args: readonly string[]): string {
	return JSON.stringify({ mcpServers: { hub: { command, args } } }, null, 2);
}

/** `hub mcp`: every task as a tool of other programs. */
export function createCommand(context: Context): Command {
	const command = new Command("mcp").description(
		"Offers every task as a tool to agents and editors (Model Context Protocol), over standard input and output or HTTP.",
	);
	return addOptions(command, {
		"Tools:": [
			{
				flags: "--tools <names>",
				description: "only these: chat,transcribe, or ids of tasks (default: all below)",
				value: "list",
			},
			new Option("-m, --model <task=model>", "default model of a tool or task (repeatable)").argParser(collect),
			new Option("-p, --provider <id>", "provider of all calls that name none"),
			BILL_TO,
		],
		"Limits:": [
			new Option("--max-cost <usd>", "the most that all calls of this run may cost").argParser(
				parseNumber("the cost", 0),
			),
			new Option("--unknown-price <way>", "with --max-cost, calls of unknown price (default: refuse)").choices([
				"refuse",
				"allow",
			]),
			new Option("--root <dir>", "files that calls name are read below this folder only (default: the working folder)"),
			new Option(
				"--output-dir <dir>",
				"keep pictures, sound and video here (default: large ones in a temporary folder)",
			),
			DEADLINE,
		],
		"HTTP:": [
			new Option("--http <port>", "listen on this port, 0 for a free one").argParser(parseInteger("the port", 0)),
			new Option("--host <name>", "interface to listen on; any but loopback needs a key (default: 127.0.0.1)"),
			new Option("--allow-host <name>", "answer under this host name too (repeatable)").argParser(collect),
			new Option("--key-stdin", "read the key that clients send from standard input"),
			new Option("--no-key", "require no key; on loopback only"),
		],
		"Output:": [
			new Option("--print <client>", "print the entry for a client's configuration").choices(Object.keys(CLIENTS)),
		],
	})
		.addHelpText(
			"after",
			`
Tools: chat, generate_image, edit_image, describe_image, transcribe, speak, translate, summarize, classify, embed,
answer_from_document, generate_video, find_models. A task besides these has the tool of its id: --tools object-detection

Results are text and small pictures or sound; what is larger becomes a file and a link to it. Over HTTP the URL ends in
/mcp, and the key is HUB_SERVE_KEY or a new one; both are printed on stdout, with --json as {url, key}.

Examples:
  hub mcp --print claude
  hub mcp --print codex -m generate_image=black-forest-labs/FLUX.1-dev --max-cost 2
  hub mcp --sandbox --tools chat,transcribe,object-detection < /dev/null
  hub mcp --http 4142 --output-dir media

Exit codes: 0 the client has left, 2 wrong usage or port taken, 130 ended with Ctrl-C, 143 ended with SIGTERM
See also:   hub help agents, hub serve --help`,
		)
		.action((given: McpServerOptions) => serve(given, command, context));
}

async function serve(given: McpServerOptions, command: Command, context: Context): Promise<void> {
	if (given.print !== undefined) return await printEntry(given.print, given, command, context);
	const httpOnly = ["host", "allowHost", "keyStdin"] as const;
	const extra = httpOnly.find((name) => given[name] !== undefined);
	if (given.http === undefined && (extra || given.key === false)) {
		const flag = extra ? extra.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : "no-key";
		throw new UsageError(`--${flag} needs --http.`, undefined, "option-inapplicable");
	}
	if (given.tokenStdin && given.http === undefined) {
		throw new UsageError("--token-stdin: standard input is the client's.", "Set HF_TOKEN.", "option-conflict");
	}
	if (given.tokenStdin && given.keyStdin) throw optionConflict("--key-stdin", "--token-stdin");
	const { runMcp } = await import("./run.ts");
	await runMcp(given, context);
}

/** Prints the entry with the options of this line. */
async function printEntry(
	client: NonNullable<McpServerOptions["print"]>,
	given: McpServerOptions,
	command: Command,
	context: Context,
): Promise<void> {
	if (given.http !== undefined) throw optionConflict("--print", "--http", "The client starts the server itself.");
	const { listTools } = await import("./tool-list.ts");
	await listTools(given.tools);
	// Commander's declarations leave it out.
	const { rawArgs } = command as Command & { rawArgs: readonly string[] };
	const kept: string[] = [];
	for (let place = 0; place < rawArgs.length; place++) {
		const word = rawArgs[place] ?? "";
		const isSecret = /^--(?:token|header)\b/.test(word) && word !== "--token-stdin";
		if (isSecret) context.note(`${word.split("=")[0]} is left out: the file would hold a secret. Set HF_TOKEN.`);
		else if (!/^--print\b/.test(word)) kept.push(word);
		// Its value.
		if (/^--(?:print|token|header)$/.test(word)) place++;
	}
	const words = findProgram("hub", context) ? ["hub", "mcp"] : ["npx", "-y", "modelhub", "mcp"];
	const [program = "", ...args] = [...words, ...kept];
	const { file, write } = CLIENTS[client];
	await context.print(`${write(program, args)}\n`);
	context.note(`Add it to ${file}.`);
}
