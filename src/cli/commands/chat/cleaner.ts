import { Secrets } from "../../../exchange/secrets.ts";
import { knownSecrets } from "../../config/known-secrets.ts";
import { type Config, readConfig } from "../../config/read.ts";
import type { Context } from "../../context.ts";
import type { GlobalOptions } from "../../options/global.ts";

/** Removes tokens, keys and passwords of URLs from what is kept of a conversation. */
export type Cleaner = <Value>(value: Value) => Value;

/** @param given the options of the command line, which may hold secrets */
export function createCleaner(
	given: Pick<GlobalOptions, "header" | "token">,
	context: Pick<Context, "env">,
	config: Config = readConfig(context),
): Cleaner {
	const secrets = new Secrets(knownSecrets(given, context.env, config));
	return (value) => secrets.cleanValue(value);
}
