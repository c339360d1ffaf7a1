import { randomBytes } from "node:crypto";
import { type Command, InvalidArgumentError } from "commander";
import type { Alias, Budget, NamedKey } from "../../../gateway/index.ts";
import { isLoopback } from "../../../http/callers.ts";
import { isTokenText } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { conflict, noInput, optionConflict, wrongValue } from "../../errors/usage.ts";
import { takeStdin } from "../../input/stdin.ts";
import type { RecordingOptions } from "../../network/recording.ts";
import { buildCommand, type CommandPage } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";

/** Options of `hub serve`. Times are in seconds. */
export interface ServeCommandOptions extends GlobalOptions, RecordingOptions {
	port?: number;
	host?: string;
	provider?: string;
	alias?: string[];
	model?: string;
	/** False: `--no-key`. */
	key?: string | boolean;
	keyStdin?: boolean;
	wait?: number;
	firstTokenTimeout?: number;
	deadline?: number;
	cooldown?: number;
	queue?: number;
	/** Bytes. */
	maxBody?: number;
	cors?: string[];
	allowHost?: string[];
	grace?: number;
	billTo?: string;
	log?: string | boolean;
	config?: string;
	maxCost?: Budget;
	unknownPrice?: "refuse" | "allow";
	/** Of the file of `--config`; the rest of it has the names of flags. */
	file?: ConfigFile;
}

export interface ConfigFile {
	key?: string;
	keys: NamedKey[];
	aliases: Record<string, Alias>;
}

/** Makes `hub serve`, or a command that takes options of it. */
export function buildServeCommand(page: CommandPage): Command {
	return buildCommand(page, { parsers: { parseBody, parseBudget } });
}

const UNITS: Readonly<Record<string, number>> = { "": 1e6, mb: 1e6, kb: 1e3, b: 1 };

function parseBody(text: string): number {
	const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*(B|kB|MB)?$/i.exec(text.trim()) ?? [];
	const bytes = Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
	if (!(bytes > 0)) throw new InvalidArgumentError("Give a size such as 100, 100MB, 64kB or 5000B.");
	return bytes;
}

function parseBudget(text: string): Budget {
	const [, amount, per = "run"] = /^\$?(\d+(?:\.\d+)?)\s*(?:USD)?\s*(?:\/\s*(day|month))?$/i.exec(text.trim()) ?? [];
	if (!(Number(amount) > 0)) throw new InvalidArgumentError("Give US dollars: 5, 5/day or 100/month.");
	return { usd: Number(amount), per: per.toLowerCase() as Budget["per"] };
}

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
	if (keyStdin && key !== undefined && key !== true) {
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
