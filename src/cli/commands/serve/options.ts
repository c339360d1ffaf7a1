import { randomBytes } from "node:crypto";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Alias, Budget, Endpoint, NamedKey } from "../../../gateway/index.ts";
import { isLoopback } from "../../../http/callers.ts";
import { isTokenText } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { conflict, noInput, optionConflict, wrongValue } from "../../errors/usage.ts";
import { takeStdin } from "../../input/stdin.ts";
import type { RecordingOptions } from "../../network/recording.ts";
import type { OptionGroups, OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { integer, number, parsePort, repeated } from "../../options/parsers.ts";
import * as shared from "../../options/shared-options.ts";

export interface ConfigFile {
	key?: string;
	keys: NamedKey[];
	aliases: Record<string, Alias>;
	endpoints: Record<string, Endpoint>;
}

const UNITS: Readonly<Record<string, number>> = { "": 1e6, mb: 1e6, kb: 1e3, b: 1 };

function parseBody(text: string): number {
	const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*(B|kB|MB)?$/i.exec(text.trim()) ?? [];
	const bytes = Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
	if (!(bytes > 0)) throw new InvalidArgumentError("Give a size such as 100, 100MB, 64kB or 5000B.");
	return bytes;
}

/** Reads US dollars, for a day or a month if that is named. */
export function parseBudget(text: string): Budget {
	const [, amount, per = "run"] = /^\$?(\d+(?:\.\d+)?)\s*(?:USD)?\s*(?:\/\s*(day|month))?$/i.exec(text.trim()) ?? [];
	if (!(Number(amount) > 0)) throw new InvalidArgumentError("Give US dollars: 5, 5/day or 100/month.");
	return { usd: Number(amount), per: per.toLowerCase() as Budget["per"] };
}

function parseBasePath(text: string): string {
	const path = text.replace(/(?<!\/)\/+$/, "");
	if (!/^(?:\/[\w.~-]+)+$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path)) {
		throw new InvalidArgumentError("Give a path such as /hub.");
	}
	return path;
}

/** Options of the gateway, which `hub launch` takes too. Times are in seconds. */
export const GATEWAY_OPTIONS = {
	"File:": [
		new Option("--config <file>", "settings as YAML or JSON: a field for each flag, keys, and budgets of keys"),
	],
	"Targets:": [
		new Option(
			"-p, --provider <ids>",
			"providers tried in turn for models that name none: a,b; also local, ollama, lmstudio, llamacpp, vllm",
		),
		new Option(
			"--alias <name=targets>",
			"a name, or a pattern with *, for targets tried in turn: fast=org/a:groq,org/b (repeatable)",
		).argParser(repeated),
		new Option(
			"--endpoint <name=url>",
			"a service of your own as a provider: gpu=http://10.0.0.5:8000; its key is in GPU_API_KEY (repeatable)",
		).argParser(repeated),
		new Option("-m, --model <id>", "the model for every name without an alias: short for --alias '*=ID'"),
		...shared.billTo,
	],
	"Cost:": [
		new Option("--max-cost <usd>", "the most that all calls may cost: 5 for this run, 5/day, 100/month").argParser(
			parseBudget,
		),
		new Option("--unknown-price <way>", "calls of unknown price, where there is a budget (default: refuse)").choices([
			"refuse",
			"allow",
		]),
	],
	"Failover and limits:": [
		new Option("--wait <seconds>", "longest Retry-After to wait for (default: 5)").argParser(number("seconds", 0)),
		new Option(
			"--first-token-timeout <seconds>",
			"longest wait for the first token of a stream, 0 for no limit (default: 20)",
		).argParser(number("seconds", 0)),
		new Option(
			"--deadline <seconds>",
			"maximum time for a call, failover and stream included; 0 for no limit",
		).argParser(number("seconds", 0)),
		new Option(
			"--cooldown <seconds>",
			"how long to skip a target after three failures in a row (default: 30)",
		).argParser(number("seconds", 0)),
		new Option("--queue <n>", "maximum calls waiting for a rate limit (default: 1000)").argParser(
			integer("the calls", 0),
		),
		new Option(
			"--max-calls <n>",
			"maximum calls to services for one request: inputs times n, failover, retries (default: 64)",
		).argParser(integer("the calls", 1)),
		new Option("--max-body <size>", "largest request: 100, 100MB, 64kB or 5000B (default: 100MB)").argParser(parseBody),
	],
	"Recordings and log:": [
		...shared.recording,
		new Option("--log [level]", "keep each call in the log: metadata (default) or content"),
		new Option("--no-log", "keep nothing in the log"),
	],
} as const satisfies OptionGroups;

/** Options of `hub serve`. */
export const SERVE_OPTIONS = {
	"File:": GATEWAY_OPTIONS["File:"],
	"Network:": [
		new Option("--port <n>", "port to listen on; 0 for a free one (default: 4141)").argParser(parsePort),
		new Option("--host <name>", "interface to listen on; any but loopback needs a key (default: 127.0.0.1)"),
		new Option("--allow-host <name>", "accept requests for this host name too (repeatable)").argParser(repeated),
		new Option(
			"--base-path <prefix>",
			"path below which a proxy shows this server, such as /hub: for links and the cookie of the page",
		).argParser(parseBasePath),
		new Option("--cors <origin>", "let web pages of this origin call, * for all (repeatable)").argParser(repeated),
	],
	"Targets:": GATEWAY_OPTIONS["Targets:"],
	"Key:": [
		new Option("--key-stdin", "read the key that clients send from standard input"),
		new Option("--key <key>", "the key; visible to other users of this machine, so prefer HUB_SERVE_KEY"),
		new Option("--no-key", "require no key; on loopback only"),
	],
	"Cost:": GATEWAY_OPTIONS["Cost:"],
	"Failover and limits:": [
		...GATEWAY_OPTIONS["Failover and limits:"],
		new Option("--grace <seconds>", "time for calls in flight after Ctrl-C or SIGTERM (default: 20)").argParser(
			number("seconds", 0),
		),
	],
	"Recordings and log:": GATEWAY_OPTIONS["Recordings and log:"],
} as const satisfies OptionGroups;

export type ServeCommandOptions = Partial<OptionValues<typeof SERVE_OPTIONS>> &
	GlobalOptions &
	RecordingOptions & {
		/** Of the file of `--config`; the rest of it has the names of flags. */
		file?: ConfigFile;
	};

/**
 * Returns the key that clients must send: from a flag, standard input or HUB_SERVE_KEY, else a new one; undefined for
 * no key.
 * @throws UsageError for contradictory flags, and for --no-key on a host other than loopback
 */
export async function chooseKey(
	options: ServeCommandOptions,
	host: string,
	context: Context,
): Promise<string | undefined> {
	const { key, keyStdin } = options;
	if (keyStdin && key !== undefined) {
		throw optionConflict("--key-stdin", key === false ? "--no-key" : "--key");
	}
	if (key === false) {
		if (isLoopback(host)) return undefined;
		throw conflict(
			`--no-key works on loopback only, not on ${host}.`,
			"Leave out --no-key: anyone who can reach this port could use your account.",
		);
	}
	if (typeof key === "string") {
		context.note("--key is visible to other users of this machine; prefer HUB_SERVE_KEY or --key-stdin.");
		return check(key, "--key");
	}
	if (options.file?.key !== undefined && !keyStdin) return check(options.file.key, `key in ${options.config}`);
	if (keyStdin) return check(new TextDecoder().decode(await takeStdin(context)), "--key-stdin");
	const { HUB_SERVE_KEY: stored } = context.env;
	return stored ? check(stored, "HUB_SERVE_KEY") : createKey();
}

export function createKey(): string {
	return `hub_${randomBytes(24).toString("hex")}`;
}

function check(text: string, source: string): string {
	const key = text.trim();
	if (key === "") throw noInput(`${source}: the key is empty.`);
	if (isTokenText(key)) return key;
	throw wrongValue(`${source}: a key is one line of printable characters without spaces.`);
}
