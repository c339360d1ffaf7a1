import { join } from "node:path";
import { hasFields, isText, isTime, orMissing } from "../../base/check-fields.ts";
import { isRecord, parseJson, parseJsonOrThrow } from "../../base/json.ts";
import { closestWord } from "../../catalogue/closest-word.ts";
import { HUB_URL } from "../../hub/url.ts";
import { ROUTER_URL } from "../../inference/providers/router.ts";
import type { Context } from "../context.ts";
import { invalidConfig, wrongValue } from "../errors/usage.ts";
import { NotReadable, readSmallFile } from "../files/read-small.ts";
import { hubFolder } from "./folders.ts";

/** The settings and their types; a setting without a default is undefined. */
export interface SettingValues {
	provider: string;
	/** Seconds; 0 for no limit. */
	timeout: number;
	retries: number;
	proxy: string;
	hub: string;
	router: string;
	log: "metadata" | "content" | "off";
	history: "on" | "off";
	"keep.conversations": number;
	/** Hosts, separated by commas. */
	"endpoint.trust": string;
	"oauth.client": string;
	"update.check": "on" | "off";
}

export type SettingName = keyof SettingValues;

export interface Setting<Value> {
	summary: string;
	/** Option that takes precedence over everything else; absent without one. */
	flag?: string;
	/** Variables that override the configuration; the first one that is set counts. */
	variables?: readonly string[];
	fallback?: Value;
	/** Expected value, for error messages: "must be …". */
	expected: string;
	/** Undefined for an invalid text. */
	parse(text: string): Value | undefined;
}

/** The form that `isOpenUrl` accepts, for error messages. */
export const OPEN_URL = "a URL with http:// or https:// and without a password";

/** Every setting, in the order of `hub config list`. */
export const SETTINGS: { readonly [Name in SettingName]: Setting<SettingValues[Name]> } = {
	provider: {
		summary: "provider when none is named",
		flag: "--provider",
		variables: ["HUB_PROVIDER"],
		fallback: "auto",
		expected: "the id of a provider",
		parse: (text) => text.trim() || undefined,
	},
	timeout: {
		summary: "maximum wait for the first byte and between bytes, in seconds; 0 for none",
		flag: "--timeout",
		variables: ["HUB_TIMEOUT"],
		fallback: 120,
		expected: "a number of seconds",
		parse: parseCount,
	},
	retries: {
		summary: "attempts after the first",
		flag: "--retries",
		fallback: 4,
		expected: "a whole number, 0 or more",
		parse: parseWhole,
	},
	proxy: {
		summary: "proxy for everything but this machine and the hosts of NO_PROXY",
		flag: "--proxy",
		variables: ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
		expected: "a URL such as http://proxy.example:8080",
		parse: (text) => (isHttpUrl(text.includes("://") ? text : `http://${text}`) ? text : undefined),
	},
	hub: {
		summary: "URL of Hugging Face",
		variables: ["HF_ENDPOINT"],
		fallback: HUB_URL,
		expected: OPEN_URL,
		parse: (text) => (isOpenUrl(text) ? text : undefined),
	},
	log: {
		summary: "what to log of each call: metadata, content (arguments and output too) or off",
		flag: "--log",
		variables: ["HUB_LOG"],
		fallback: "off",
		expected: "metadata, content or off",
		parse: (text) => (["metadata", "content", "off"] as const).find((level) => level === text.trim()),
	},
	history: {
		summary: "on or off: whether conversations are saved, so that hub -c and hub chat --resume can continue them",
		fallback: "on",
		expected: "on or off",
		parse: (text) => (["on", "off"] as const).find((state) => state === text.trim()),
	},
	"keep.conversations": {
		summary: 'how many conversations of hub "…" and hub infer are kept; chats of hub chat always are',
		fallback: 50,
		expected: "a whole number, 0 or more",
		parse: parseWhole,
	},
	router: {
		summary: "URL of the router",
		variables: ["HUB_ROUTER_URL"],
		fallback: ROUTER_URL,
		expected: OPEN_URL,
		parse: (text) => (isOpenUrl(text) ? text : undefined),
	},
	"endpoint.trust": {
		summary: "hosts whose endpoints (--endpoint) get the stored token, separated by commas; https only",
		expected: "a host such as llm.example.com, or several with commas between them",
		parse: parseHosts,
	},
	"oauth.client": {
		summary: "how hub login identifies itself: the URL of a metadata document, or the id of a registered client",
		variables: ["HUB_OAUTH_CLIENT_ID"],
		fallback: "https://modelhub.github.io/hub/oauth-client.json",
		expected: "a URL or an id without spaces",
		parse: (text) => (/^[\x21-\x7e]{1,512}$/.test(text.trim()) ? text.trim() : undefined),
	},
	"update.check": {
		summary: "on or off: a note on the terminal, at most once a day, about a newer release",
		// Nothing is published yet, so anyone could own the name.
		fallback: "off",
		expected: "on or off",
		parse: (text) => (["on", "off"] as const).find((state) => state === text.trim()),
	},
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/**
 * Settings that decide where data goes. If the file has a wrong one, commands that need it fail: its default would send the data
 * to a different place than the user chose.
 */
const PLACES: readonly SettingName[] = ["provider", "proxy", "hub", "router"];

export type Origin = "flag" | "environment" | "file" | "default";

export interface Resolved<Value> {
	value: Value | undefined;
	origin: Origin;
	/** The flag, the variable, or the file; undefined for a default. */
	from?: string | undefined;
}

/**
 * Returns the effective value: flag, then environment, then configuration, then default.
 * @throws UsageError for an invalid value in the environment, and for one in the file if it decides where data goes
 */
export function resolveSetting<Name extends SettingName>(
	name: Name,
	given: SettingValues[Name] | undefined,
	{ env }: Pick<Context, "env">,
	config: Config,
): Resolved<SettingValues[Name]> {
	const setting = SETTINGS[name];
	if (given !== undefined) return { value: given, origin: "flag", from: setting.flag };
	const variable = setting.variables?.find((candidate) => env[candidate]);
	const text = variable && env[variable];
	if (text) return { value: parseSetting(name, text, variable), origin: "environment", from: variable };
	const stored = config[name];
	if (stored !== undefined) {
		const hint = `Change it with hub config set ${name}, or remove it with hub config unset ${name}.`;
		const value = parseSetting(name, String(stored), `${name} in ${config.path}`, hint);
		return { value, origin: "file", from: config.path };
	}
	const problem = config.problems?.find(({ places }) => places.includes(name));
	if (problem) throw invalidConfig(problem.message, "Correct it: hub config edit.");
	return { value: setting.fallback, origin: "default" };
}

export function parseSetting<Name extends SettingName>(
	name: Name,
	text: string,
	where: string = name,
	hint?: string,
): SettingValues[Name] {
	const { parse, expected } = SETTINGS[name];
	const value = parse(text);
	if (value === undefined) throw wrongValue(`${where} must be ${expected}, got "${showSetting(text)}".`, hint);
	return value;
}

/** Returns a value for display: a URL, with or without a scheme, loses its password. */
export function showSetting(value: string | number): string {
	return String(value).replace(/^([a-z][\w+.-]*:\/\/)?[^/?#\s]*@/i, "$1[redacted]@");
}

/** Returns hosts as URLs show them; a URL is reduced to its host. */
function parseHosts(text: string): string | undefined {
	const hosts = text.split(",").map((part) => {
		const url = part.trim().includes("://") ? part.trim() : `https://${part.trim()}`;
		return isOpenUrl(url) && !/[*]/.test(url) ? new URL(url).host : "";
	});
	return hosts.every(Boolean) ? hosts.join(",") : undefined;
}

function parseCount(text: string): number | undefined {
	const value = Number(text);
	return text.trim() === "" || !Number.isFinite(value) || value < 0 ? undefined : value;
}

function parseWhole(text: string): number | undefined {
	const count = parseCount(text);
	return Number.isInteger(count) ? count : undefined;
}

/** Whether requests can go there: `fetch` refuses a URL with a password, and shows it in its errors. */
export function isOpenUrl(text: string): boolean {
	return isHttpUrl(text) && new URL(text).username === "" && new URL(text).password === "";
}

function isHttpUrl(text: string): boolean {
	return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}

/** What a sign-in in the browser keeps, by the fields of the protocol. */
export interface StoredTokens {
	access_token: string;
	/** Renews the access token; absent if the server issued none. */
	refresh_token?: string;
	/** When the access token expires, in ISO form; absent if the server does not say. */
	expires_at?: string;
	scope?: string;
	/** To whom the tokens were issued. */
	client_id: string;
}

/** The checks of {@link StoredTokens}. */
export const STORED_TOKENS = {
	access_token: isText,
	refresh_token: orMissing(isText),
	expires_at: orMissing(isTime),
	scope: orMissing(isText),
	client_id: isText,
};

/** A sign-in at Hugging Face. */
export interface SignIn extends StoredTokens {
	/** URL of the server that issued them, and the only one that renews them. */
	hub: string;
}

export interface StoredConfig {
	/** Hugging Face token that was pasted. */
	token?: string;
	/** In its place, tokens of a sign-in in the browser. */
	login?: SignIn;
	/** Provider id → its own key. */
	keys?: Record<string, string>;
	/** Settings by name; {@link SETTINGS} defines their values. */
	[setting: string]: unknown;
}

export interface Config extends StoredConfig {
	/** Path of the file, whether it exists or not. */
	path: string;
	/** The unused entries of the file. */
	problems?: readonly ConfigProblem[];
}

/** An entry of the file that is not used. */
export interface ConfigProblem {
	/** Name of the entry; empty if the file is not a JSON object. */
	name: string;
	line: number;
	/** A sentence that names file, line and entry. */
	message: string;
	/** Settings that it hides and for which no default may be used: commands that need them fail. */
	places: readonly SettingName[];
}

/** The token that `hub login` stored. */
export function storedToken({ token, login }: StoredConfig): string | undefined {
	return token ?? login?.access_token;
}

/** Replaces the stored token, whatever kind it was. */
export function storeToken(stored: StoredConfig, next: { token: string } | { login: SignIn } | undefined): void {
	delete stored.token;
	delete stored.login;
	Object.assign(stored, next);
}

/**
 * Reads the configuration, a file of plain JSON. Wrong entries are left out and named in `problems`: they stop
 * no command, unless they decide where data goes.
 */
export function readConfig({ env }: Pick<Context, "env">): Config {
	const path = configPath(env);
	const text = readConfigText(path);
	if (text === undefined) return { path };
	const { stored, problems } = checkConfig(text, path);
	const used = Object.entries(stored).filter(([name]) => problems.every((problem) => problem.name !== name));
	return { ...Object.fromEntries(used), path, ...(problems.length > 0 ? { problems } : {}) };
}

/** Path of the configuration, whether it exists or not. */
export function configPath(env: Context["env"]): string {
	return join(hubFolder("config", env), "config.json");
}

/** Returns the text of the configuration; undefined if there is none. */
export function readConfigText(path: string): string | undefined {
	try {
		// Some editors put a byte order mark in front.
		return readSmallFile(path).replace(/^\ufeff/, "");
	} catch (error) {
		// A file without read permission is an error, not an empty configuration.
		if ((error as NodeJS.ErrnoException).code === "EACCES") throw error;
		// The empty text is not JSON, so the problem is reported, and nothing overwrites the file.
		if (error instanceof NotReadable) return "";
		return undefined;
	}
}

/**
 * Returns the entries of a configuration, right or wrong, and its problems.
 * @param path of its file, for messages
 */
export function checkConfig(text: string, path: string): { stored: StoredConfig; problems: ConfigProblem[] } {
	let stored: unknown;
	try {
		stored = parseJsonOrThrow(text);
	} catch (error) {
		const line = lineOf(text, findPosition(error, text));
		const problem = text === "" ? "is empty, larger than 16 MiB, or not a file." : `is not JSON: see line ${line}.`;
		const message = `The configuration ${path} ${problem}`;
		return { stored: {}, problems: [{ name: "", line, message, places: findPlaces(text) }] };
	}
	if (!isRecord(stored)) {
		const message = `The configuration ${path} has an unexpected form: line 1 must begin a JSON object.`;
		return { stored: {}, problems: [{ name: "", line: 1, message, places: findPlaces(text) }] };
	}
	const lines = findLines(text);
	const problems = Object.entries(stored).flatMap(([name, value]): ConfigProblem[] => {
		const problem = checkEntry(name, value);
		const line = lines.get(name) ?? 1;
		if (problem === undefined) return [];
		const places = PLACES.filter((place) => place === name);
		const message = `${path}, line ${line}: ${problem}${places.length > 0 ? "" : " It is not used."}`;
		return [{ name, line, message, places }];
	});
	return { stored, problems };
}

/** The settings in a file of another form that decide where data goes, as far as its text shows them. */
function findPlaces(text: string): SettingName[] {
	return PLACES.filter((name) => new RegExp(`\\b${name}\\b["']?\\s*[:=]`).test(text));
}

/** Beginnings of the names of further entries, whose values are texts: aliases, default models, tool servers. */
export const NAME_PREFIXES = ["alias.", "model.", "serve.alias.", "mcp."] as const;

/** Returns what is wrong with an entry; secrets are not repeated. */
function checkEntry(name: string, value: unknown): string | undefined {
	if (name === "token") return isText(value) ? undefined : "token must be a string.";
	if (name === "keys") {
		const isRight = isRecord(value) && Object.values(value).every(isText);
		return isRight ? undefined : "keys must be an object in which each key is a string.";
	}
	if (name === "login") return isSignIn(value) ? undefined : "login is not what hub login writes.";
	const setting = SETTING_NAMES.find((candidate) => candidate === name);
	if (setting) {
		if (["string", "number"].includes(typeof value) && SETTINGS[setting].parse(String(value)) !== undefined)
			return undefined;
		const shown = showSetting(typeof value === "string" ? value : JSON.stringify(value));
		return `${name} must be ${SETTINGS[setting].expected}, got ${shown.slice(0, 80)}.`;
	}
	if (NAME_PREFIXES.some((prefix) => name.startsWith(prefix)))
		return isText(value) ? undefined : `${name} must be a string.`;
	const near = closestWord(name, [...SETTING_NAMES, "token", "keys"]);
	return `there is no setting "${name.slice(0, 80)}"${near === undefined ? "" : `; did you mean ${near}?`}.`.replace(
		"?.",
		"?",
	);
}

const isSignIn = hasFields({ ...STORED_TOKENS, hub: isText });

/** Returns the line, from 1, of each name of the outermost object. */
function findLines(text: string): Map<string, number> {
	const lines = new Map<string, number>();
	let depth = 0;
	for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}[\]]/gs)) {
		if (token === "{" || token === "[") depth++;
		else if (token === "}" || token === "]") depth--;
		else if (depth === 1 && /^\s*:/.test(text.slice(index + token.length))) {
			lines.set(String(parseJson(token)), lineOf(text, index));
		}
	}
	return lines;
}

const lineOf = (text: string, position: number): number => text.slice(0, position).split("\n").length;

/** Position of a JSON syntax error, from the engine's message. */
function findPosition(error: unknown, text: string): number {
	const [, position] = /position (\d+)/.exec(String(error)) ?? [];
	return position === undefined ? text.trimEnd().length : Number(position);
}

/** Returns the stored names that begin with a prefix, without it, and what is stored under them, unparsed. */
export function readPrefixed(prefix: string, config: Config): Record<string, string> {
	const stored = Object.entries(config).filter(([name]) => name.startsWith(prefix));
	// Without a prototype: users look up names, and `toString` must not be found.
	const found = Object.create(null) as Record<string, string>;
	for (const [name, value] of stored) found[name.slice(prefix.length)] = String(value);
	return found;
}
