import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import type { Config } from "../../config/settings.ts";
import { keyVariables, storedSecrets, TOKEN_VARIABLES } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { LOCAL_KINDS } from "../../options/local-servers.ts";
import type { ServeCommandOptions } from "../serve/options.ts";

/** Variables with credentials for Hugging Face, a provider, a server on this machine, or another gateway. */
const KEY_VARIABLES: ReadonlySet<string> = new Set([
	...TOKEN_VARIABLES,
	...INFERENCE_PROVIDERS.flatMap(keyVariables),
	...LOCAL_KINDS.map(({ keyVariable }) => keyVariable),
	"HUB_SERVE_KEY",
]);

/** Minimum length of a secret to search for inside other values, such as URLs. */
const MIN_PART = 12;

/**
 * Returns the variables that no program started here may get: those with tokens and keys by their name, and those with
 * the same value under any other name, such as a URL with the token in it. Those of `--pass-env` are left out.
 */
export function secretVariables(
	given: ServeCommandOptions & { passEnv?: readonly string[] },
	{ env }: Pick<Context, "env">,
	config: Config,
): string[] {
	const passed = given.passEnv ?? [];
	const named = Object.keys(env).filter((name) => KEY_VARIABLES.has(name));
	const secrets = [
		...named.map((name) => env[name]?.trim() ?? ""),
		...storedSecrets(given, env, config),
		...(given.file?.keys ?? []).flatMap(({ key }) => key ?? []),
		given.file?.key ?? "",
	].filter((secret) => secret !== "");
	const hasSecret = (value = ""): boolean =>
		secrets.some((secret) => value.trim() === secret || (secret.length >= MIN_PART && value.includes(secret)));
	return Object.keys(env)
		.filter((name) => KEY_VARIABLES.has(name) || hasSecret(env[name]))
		.filter((name) => !passed.includes(name))
		.sort();
}
