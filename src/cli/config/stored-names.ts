import { GatewayError } from "../../gateway/errors.ts";
import { parseAlias } from "../../gateway/targets.ts";
import { wrongValue } from "../errors/usage.ts";
import { LOCAL_NAMES } from "../options/local-servers.ts";
import { splitShellWords } from "../terminal/shells.ts";

/** Prefix of the names of stored aliases: `serve.alias.fast`. */
export const ALIAS_PREFIX = "serve.alias.";

/** Prefix of the names of stored tool servers: `mcp.files`. */
export const SERVER_PREFIX = "mcp.";

/** Name of a stored alias or server, as `hub config` takes it. */
export type StoredName = `${typeof ALIAS_PREFIX | typeof SERVER_PREFIX}${string}`;

export function isStoredName(name: string): name is StoredName {
	return [ALIAS_PREFIX, SERVER_PREFIX].some((prefix) => name.startsWith(prefix) && name.length > prefix.length);
}

/**
 * Checks what `hub config set` stores under a name.
 * @throws UsageError for an invalid alias or server
 */
export function checkStored(name: StoredName, text: string): string {
	if (name.startsWith(ALIAS_PREFIX)) return readAliasTargets(name.slice(ALIAS_PREFIX.length), text, name).join(",");
	if (/^https?:\/\/[^\s@]+$/i.test(text) || (splitShellWords(text)?.length ?? 0) > 0) return text;
	throw wrongValue(
		`${name}: not a command line or a URL.`,
		'Write a URL, or a command line such as "npx -y PACKAGE .".',
	);
}

/**
 * Returns the targets of an alias, in order.
 * @param source where the alias comes from, for the error
 * @param own names of servers of the user that targets may name
 * @throws UsageError for an invalid alias
 */
export function readAliasTargets(name: string, text: string, source: string, own = LOCAL_NAMES): string[] {
	const targets = text.split(/\s*,\s*/).flatMap((target) => target.trim() || []);
	try {
		parseAlias(name, targets, own);
	} catch (error) {
		if (!(error instanceof GatewayError)) throw error;
		throw wrongValue(`${source}: ${error.message}`, "Targets are written ORG/MODEL:PROVIDER,MODEL:ollama,…");
	}
	return targets;
}
