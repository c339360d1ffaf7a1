import { ALIAS_PREFIX, readAliasTargets, readStoredAliases } from "../../config/serve-aliases.ts";
import type { Config } from "../../config/settings.ts";
import { UsageError } from "../../errors/usage.ts";

/**
 * Returns the aliases of the configuration, overridden by those of `--alias`.
 * @throws UsageError for an invalid alias
 */
export function readAliases(given: readonly string[] = [], config: Config): Record<string, string[]> {
	const aliases: Record<string, string[]> = {};
	for (const [name, text] of Object.entries(readStoredAliases(config))) {
		aliases[name] = readAliasTargets(name, text, `${ALIAS_PREFIX}${name} in ${config.path}`);
	}
	for (const text of given) {
		const equals = text.indexOf("=");
		if (equals < 1) {
			throw new UsageError(`--alias "${text}" cannot be read.`, "Write NAME=ORG/MODEL:PROVIDER,…", "option-value");
		}
		const name = text.slice(0, equals);
		aliases[name] = readAliasTargets(name, text.slice(equals + 1), `--alias ${name}`);
	}
	return aliases;
}
