import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { listModelNames, type ModelSettingName, showModelName } from "./default-models.ts";
import {
	type Config,
	type Origin,
	resolveSetting,
	SETTING_NAMES,
	type SettingName,
	type SettingValues,
	showSetting,
} from "./settings.ts";
import { isStoredName, type StoredName } from "./stored-names.ts";
import { findToken, maskSecret } from "./token.ts";

/** A line of `hub config list`; its fields are those of `--json`. */
export interface ConfigEntry {
	name: string;
	/** Secrets are masked; null if there is none. */
	value: string | number | null;
	source: Origin | "none";
	/** The flag, the variable or the file; null for a default. */
	from: string | null;
}

/**
 * Returns every setting, the token, and the keys of those providers that have one: the effective values and their
 * sources.
 */
export function listEntries(
	given: GlobalOptions,
	providers: readonly string[],
	context: Context,
	config: Config,
): ConfigEntry[] {
	const keys = providers.flatMap((provider) => readKey(provider, context, config) ?? []);
	const settings = SETTING_NAMES.map((name) => readEntry(name, given, context, config));
	const models = [...new Set([CHAT_MODEL, ...listModelNames(config)])].map((name) => ({
		...readStored(name, config),
		name: showModelName(name),
	}));
	const named = Object.keys(config)
		.filter(isStoredName)
		.map((name) => readStored(name, config));
	return [...settings, ...models, ...named, readToken(given, context, config), ...keys];
}

export function readEntry(name: SettingName, given: GlobalOptions, context: Context, config: Config): ConfigEntry {
	const flags: Partial<SettingValues> = given;
	const { value, origin, from } = resolveSetting(name, flags[name], context, config);
	if (value === undefined) return { name, value: null, source: "none", from: null };
	return { name, value: typeof value === "number" ? value : showSetting(value), source: origin, from: from ?? null };
}

/** Returns a default model, an alias of `hub serve`, or a tool server: only the configuration contains them. */
export function readStored(name: StoredName | ModelSettingName, config: Config): ConfigEntry {
	const value = config[name];
	const standard = name === CHAT_MODEL ? (SIGNATURES.conversational.defaultModel ?? null) : null;
	if (value === undefined) return { name, value: standard, source: standard === null ? "none" : "default", from: null };
	return { name, value: String(value), source: "file", from: config.path };
}

export function readToken(given: GlobalOptions, context: Context, config: Config): ConfigEntry {
	return describeToken("token", findToken({ given: given.token }, context, config));
}

/** Returns the provider's own key; undefined if the user has none. */
export function readKey(provider: string, context: Context, config: Config): ConfigEntry | undefined {
	const token = findToken({ provider, ownKeyOnly: true }, context, config);
	return token && describeToken(`${KEY_PREFIX}${provider}`, token);
}

/** The one default model that is listed even if it is not stored, since most people need it. */
const CHAT_MODEL: ModelSettingName = "model.conversational";

/** Prefix of the names of provider keys: `keys.together`. */
export const KEY_PREFIX = "keys.";

function describeToken(name: string, token: ReturnType<typeof findToken>): ConfigEntry {
	if (!token) return { name, value: null, source: "none", from: null };
	return { name, value: maskSecret(token.value), source: token.origin, from: token.source };
}
