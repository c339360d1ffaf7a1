import type { Context } from "../context.ts";
import { readConfig, readPrefixed } from "./settings.ts";

/** Prefix of stored command aliases: `alias.fast`. */
export const COMMAND_ALIAS_PREFIX = "alias.";

/** Returns the aliases of `hub alias set` by name, with their command lines. */
export function readCommandAliases(context: Pick<Context, "env">): Record<string, string> {
	return readPrefixed(COMMAND_ALIAS_PREFIX, readConfig(context));
}
