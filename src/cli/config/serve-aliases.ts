import { GatewayError } from "../../gateway/errors.ts";
import { parseAlias } from "../../gateway/targets.ts";
import { UsageError } from "../errors/usage.ts";
import { LOCAL_NAMES } from "../options/local-servers.ts";
import type { Config } from "./settings.ts";

/** Prefix of the names of stored aliases: `serve.alias.fast`. */
export const ALIAS_PREFIX = "serve.alias.";

/** Name of a stored alias, as `hub config` takes it. */
export type AliasName = `${typeof ALIAS_PREFIX}${string}`;

export function isAliasName(name: string): name is AliasName {
	return name.startsWith(ALIAS_PREFIX);
}

/** Returns the stored aliases by name, unparsed. */
export function readStoredAliases(config: Config): Record<string, string> {
	const stored = Object.entries(config).filter(([name]) => isAliasName(name));
	return Object.fromEntries(stored.map(([name, value]) => [name.slice(ALIAS_PREFIX.length), String(value)]));
}

/**
 * Returns the targets of an alias, in order.
 * @param source where the alias comes from, for the error
 * @throws UsageError for an invalid alias
 */
export function readAliasTargets(name: string, text: string, source: string): string[] {
	const targets = text
		.split(",")
		.map((target) => target.trim())
		.filter(Boolean);
	try {
		parseAlias(name, targets, LOCAL_NAMES);
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		throw new UsageError(`${source}: ${error.message}`, "Write NAME=ORG/MODEL:PROVIDER,MODEL:ollama,…", "option-value");
	}
	return targets;
}
