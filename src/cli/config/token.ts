import { dirname, join } from "node:path";
import { isSecretName } from "../../base/secret-names.ts";
import { headerEntries } from "../../http/headers.ts";
import { decodeUri } from "../../http/url.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { tryReadSmallFile } from "../files/read-small.ts";
import variables from "./data/key-variables.json" with { type: "json" };
import { homeFolder, hubFolder, xdgFolder } from "./folders.ts";
import { type Config, type Origin, readConfig, storedToken } from "./settings.ts";

export interface Token {
	value: string;
	/** Display name: `HF_TOKEN`, `--token`, the path of a file … */
	source: string;
	/** Kind of that place. */
	origin: Origin;
	/** Name of the variable that replaces it in shown requests. */
	variable: string;
	/** Passed explicitly for this call. */
	isExplicit: boolean;
}

export interface TokenRequest {
	/** Value of `--token` or `--token-stdin`. */
	given?: string | undefined;
	/** Provider that is called; undefined for Hugging Face itself, `auto` and endpoints. */
	provider?: string | undefined;
	/** Only the provider's own key is accepted: `--direct`, or a provider that is not on the router. */
	ownKeyOnly?: boolean | undefined;
}

/** Accepted only by the sandbox. */
export const SANDBOX_TOKEN = "hf_sandbox";

/** Variables with a Hugging Face token; the first one that is set counts. */
export const TOKEN_VARIABLES = ["HUB_TOKEN", "HF_TOKEN"] as const;

/** Variables of keys by the names that the providers' own tools use, where these differ from `keyVariable`. */
const OTHER_VARIABLES: Readonly<Record<string, readonly string[]>> = variables;

/** Returns every variable that may hold the key of a provider; the first that is set counts. */
export function keyVariables(provider: string): readonly string[] {
	return [keyVariable(provider), ...(OTHER_VARIABLES[provider] ?? [])];
}

/** Variable with the key of a provider: `TOGETHER_API_KEY`, `FAL_AI_API_KEY`. */
export function keyVariable(provider: string): string {
	return `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}

/**
 * The token to send, as `findToken` finds it.
 * @throws UsageError if it cannot be sent in a header
 */
export function takeToken(request: TokenRequest, context: Context, config: Config): Token | undefined {
	const token = findToken(request, context, config);
	if (token) checkTokenText(token.value, "token", ` from ${token.source}`);
	return token;
}

/**
 * Checks a token or a key.
 * @param origin where it comes from, for the error
 * @param start begins the hint
 * @throws UsageError for text that was copied along with it, and for characters that no token has
 */
export function checkTokenText(text: string, what: string, origin = "", start = ""): void {
	// Text that was copied along with it: the name of a variable, `Bearer`, a quote.
	const prefix = /^(?:(?:export )?[A-Z][A-Z0-9_]*=|Bearer |["'])/.exec(text)?.[0].trimEnd();
	if (prefix === undefined && isTokenText(text)) return;
	const [problem, advice] =
		prefix === undefined
			? [
					`has a space, a line break or another character in it that no ${what} has`,
					"Copy it again; one line, nothing else.",
				]
			: [`begins with ${prefix}, which does not belong to it`, `${start === "" ? "Store" : "Give"} only what follows.`];
	throw new UsageError(`The ${what}${origin} ${problem}.`, `${start} ${advice}`.trim(), "invalid-token");
}

/** Returns the token to use, and hides it in all output from now on. */
export function findToken(
	request: TokenRequest,
	context: { env: Context["env"]; secrets: Pick<Context["secrets"], "add"> },
	config: Config,
): Token | undefined {
	const token = searchToken(request, context, config);
	if (token) context.secrets.add(token.value, `$${token.variable}`);
	return token;
}

/** Returns the token to use, by the order of precedence in `hub help environment`; undefined if there is none. */
export function searchToken(
	{ given, provider, ownKeyOnly }: TokenRequest,
	{ env }: Pick<Context, "env">,
	config: Config,
): Token | undefined {
	const names = provider ? keyVariables(provider) : [];
	const key = names.find((name) => env[name]?.trim()) ?? names[0];
	const variableOf = (value: string): string => (value.startsWith("hf_") || !key ? "HF_TOKEN" : key);
	const found = (value: string | undefined, source: string, origin: Origin = "file"): Token | undefined => {
		const text = value?.trim();
		if (!text) return undefined;
		return { value: text, source, origin, variable: variableOf(text), isExplicit: origin === "flag" };
	};
	const fromVariable = (name: string): Token | undefined => found(env[name], name, "environment");

	const explicit = found(given, "--token", "flag");
	if (explicit) return explicit;
	const ownKey = key && provider ? (fromVariable(key) ?? found(config.keys?.[provider], config.path)) : undefined;
	if (ownKeyOnly) return ownKey;
	const [first, second] = TOKEN_VARIABLES;
	const stored = fromVariable(first) ?? fromVariable(second) ?? ownKey ?? found(storedToken(config), config.path);
	return stored ?? found(readTokenFile(env), tokenFile(env));
}

/** Whether a text can be a token: `fetch` would reject a header with other characters and show it. */
export function isTokenText(text: string): boolean {
	return /^[\x21-\x7e]+$/.test(text);
}

/** Returns the files that hold tokens: hub's own configuration, and those of other Hugging Face tools. */
export function tokenFiles(env: Context["env"]): string[] {
	const ownFiles = ["config.json", "mcp-logins.json"].map((name) => join(hubFolder("config", env), name));
	return [...ownFiles, tokenFile(env), storedTokensFile(env)];
}

/** The file with the token that `hf` uses. */
export function tokenFile(env: Context["env"]): string {
	const { HF_TOKEN_PATH: path, HF_HOME: folder } = env;
	return expandHome(path || join(folder || join(xdgFolder("cache", env), "huggingface"), "token"), env);
}

/** `hf` expands ~ in a variable, as a shell would. */
function expandHome(path: string, env: Context["env"]): string {
	return /^~(?=$|[\\/])/.test(path) ? homeFolder(env) + path.slice(1) : path;
}

/** The file beside it in which `hf` stores all tokens and their refresh tokens. */
export function storedTokensFile(env: Context["env"]): string {
	return join(dirname(tokenFile(env)), "stored_tokens");
}

/** Reads the file in which other Hugging Face tools store the token of their login. */
function readTokenFile(env: Context["env"]): string | undefined {
	return tryReadSmallFile(tokenFile(env));
}

/** Returns the token of a request; undefined without one. */
export function readBearer(headers: RequestInit["headers"]): string | undefined {
	const value = headerEntries(headers).find(([name]) => name.toLowerCase() === "authorization")?.[1];
	return /^Bearer (\S+)$/.exec(String(value ?? ""))?.[1];
}

/** Whether a token is one of a sign-in: that of `hub login`, or the one that `hf` uses. */
export function isRenewable(token: string, env: Context["env"]): boolean {
	if (readConfig({ env }).login?.access_token === token) return true;
	return (
		readTokenFile(env)?.trim() === token && /^refresh_token\b/m.test(tryReadSmallFile(storedTokensFile(env)) ?? "")
	);
}

/** Variables with URLs that may contain a password. */
const URL_VARIABLE = /^(https?|all)_proxy$|_URL$|_ENDPOINT$/i;

/** Whether a text contains a Hugging Face token: the one in use, or another that this machine has. */
export function hasHubToken(text: string, given: string | undefined, env: Context["env"], config: Config): boolean {
	const tokens = [given, ...TOKEN_VARIABLES.map((name) => env[name]), ...loginSecrets(config), readTokenFile(env)];
	return tokens.some((token) => token !== undefined && token.trim() !== "" && text.includes(token.trim()));
}

/** The tokens that `hub login` stored. */
function loginSecrets({ token, login }: Config): string[] {
	return [token, login?.access_token, login?.refresh_token].filter((text) => text !== undefined);
}

/** Secrets on a command line. */
interface GivenSecrets {
	header?: Record<string, string> | undefined;
	token?: string | undefined;
}

/** All known secrets of this machine: none of them may be written to a recording, the log or a trace. */
export function knownSecrets(given: GivenSecrets, env: Context["env"], config: Config): string[] {
	const variables = Object.entries(env).flatMap(([name, value]) => {
		if (value === undefined) return [];
		if (isSecretName(name)) return [value.trim()];
		return URL_VARIABLE.test(name) ? passwordOf(value) : [];
	});
	return [...storedSecrets(given, env, config), ...variables].filter(Boolean);
}

/** The secrets of this machine and of a command line that do not come from variables. */
export function storedSecrets(given: GivenSecrets, env: Context["env"], config: Config): string[] {
	return [
		given.token?.trim() ?? "",
		readTokenFile(env)?.trim() ?? "",
		...loginSecrets(config),
		...Object.values(config.keys ?? {}),
		...Object.values(given.header ?? {}).flatMap((value) => [value, value.replace(/^\S+ /, "")]),
	].filter(Boolean);
}

function passwordOf(href: string): string[] {
	const password = /^(?:[a-z][\w+.-]*:\/\/)?[^/?#:@]*:([^/?#]*)@/i.exec(href)?.[1];
	return password ? [password, decodeUri(password)] : [];
}

/** The end of a shorter secret would reveal too much. */
const MIN_HIDDEN = 6;

/** Returns a secret in a form to display, enough to recognize it: `hf_…1234`. */
export function maskSecret(secret: string): string {
	const prefix = /^(?:hf|sk|r8|gsk|nvapi)[_-]/.exec(secret)?.[0] ?? "";
	const end = secret.length - prefix.length >= MIN_HIDDEN + 4 ? secret.slice(-4) : "";
	return `${prefix}…${end}`;
}
