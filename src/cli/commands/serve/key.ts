import { randomBytes } from "node:crypto";
import { isLoopback } from "../../../http/callers.ts";
import { isTokenText } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { takeStdin } from "../../input/stdin.ts";
import type { ServeCommandOptions } from "./options.ts";

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
		const other = key === false ? "--no-key" : "--key";
		throw optionConflict("--key-stdin", other);
	}
	if (key === false) {
		if (isLoopback(host)) return undefined;
		throw new UsageError(
			`--no-key works on loopback only, not on ${host}.`,
			"Leave out --no-key: anyone who can reach this port could use your account.",
			"option-conflict",
		);
	}
	if (typeof key === "string") {
		context.note("--key is visible to other users of this machine; prefer HUB_SERVE_KEY or --key-stdin.");
		return check(key, "--key");
	}
	if (keyStdin) return check(new TextDecoder().decode(await takeStdin(context)), "--key-stdin");
	const { HUB_SERVE_KEY: stored } = context.env;
	return stored ? check(stored, "HUB_SERVE_KEY") : `hub_${randomBytes(24).toString("hex")}`;
}

function check(text: string, source: string): string {
	const key = text.trim();
	if (key === "") throw new UsageError(`${source}: the key is empty.`, undefined, "no-input");
	if (isTokenText(key)) return key;
	throw new UsageError(
		`${source}: a key is one line of printable characters without spaces.`,
		undefined,
		"option-value",
	);
}
