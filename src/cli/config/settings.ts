import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasFields, isText, orMissing } from "../../base/check-fields.ts";
import { isRecord, parseJsonOrThrow } from "../../base/json.ts";
import { HUB_URL } from "../../hub/url.ts";
import { ROUTER_URL } from "../../inference/providers/router.ts";
import type { Context } from "../context.ts";
import { invalidConfig, wrongValue } from "../errors/usage.ts";
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
}

export type SettingName = keyof SettingValues;

export interface Setting<Value> {
	summary: string;
	/** Option that takes precedence over everything else; absent without one. */
	flag?: string;
	/** Variables that win over the configuration; the first one that is set counts. */
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
		summary: "URL of the hub",
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
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export type Origin = "flag" | "environment" | "file" | "default";

export interface Resolved<Value> {
	value: Value | undefined;
	origin: Origin;
	/** The flag, the variable, or the file; undefined for a default. */
	from?: string | undefined;
}

/**
 * Returns the effective value: flag, then environment, then configuration, then default.
 * @throws UsageError for an invalid value in the environment or the file
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

export interface StoredConfig {
	/** Hub token of `hub login`. */
	token?: string;
	/** Provider id → its own key. */
	keys?: Record<string, string>;
	/** Settings by name; {@link SETTINGS} defines their values. */
	[setting: string]: unknown;
}

export interface Config extends StoredConfig {
	/** Path of the file, whether it exists or not. */
	path: string;
}

/**
 * Reads the configuration, a file of plain JSON.
 * @throws UsageError if the file exists and is invalid
 */
export function readConfig({ env }: Pick<Context, "env">): Config {
	const path = join(hubFolder("config", env), "config.json");
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		// A file without read permission is an error, not an empty configuration.
		if ((error as NodeJS.ErrnoException).code === "EACCES") throw error;
		return { path };
	}
	return { ...parseConfig(text, path), path };
}

/**
 * Returns what a configuration holds.
 * @param path of its file, for messages
 * @throws UsageError if it is invalid
 */
export function parseConfig(text: string, path: string): StoredConfig {
	let stored: unknown;
	try {
		// Some editors put a byte order mark in front.
		stored = parseJsonOrThrow(text.replace(/^\ufeff/, ""));
	} catch {
		throw invalidConfig(`The configuration in ${path} is not JSON.`, "Fix the file, or remove it to start over.");
	}
	if (!isStored(stored)) {
		throw invalidConfig(
			`The configuration in ${path} has an unexpected form.`,
			"Expected a JSON object in which the token and each of the keys is a string. Fix the file, or remove it.",
		);
	}
	return stored;
}

/** Returns the stored names that begin with a prefix, without it, and what is stored under them, unparsed. */
export function readPrefixed(prefix: string, config: Config): Record<string, string> {
	const stored = Object.entries(config).filter(([name]) => name.startsWith(prefix));
	// Without a prototype: users look names up, and `toString` is none.
	const found = Object.create(null) as Record<string, string>;
	for (const [name, value] of stored) found[name.slice(prefix.length)] = String(value);
	return found;
}

const isStored = hasFields({
	token: orMissing(isText),
	keys: orMissing((keys) => isRecord(keys) && Object.values(keys).every(isText)),
}) as (value: unknown) => value is StoredConfig;
