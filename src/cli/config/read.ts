import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { hubFolder } from "./folders.ts";

/** Stored settings, tokens and keys. */
export interface StoredConfig {
	/** Hub token of `hub login`. */
	token?: string;
	/** Provider id → its own key. */
	keys?: Record<string, string>;
	/** Settings by name; `settings.ts` knows them and checks what the file says. */
	[setting: string]: unknown;
}

/** Stored settings, tokens and keys, and the path of their file. */
export interface Config extends StoredConfig {
	/** The file it is read from, whether there is one or not. */
	path: string;
}

/**
 * Reads the configuration, a file of plain JSON.
 * @throws UsageError when the file is there and cannot be understood
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
	let stored: unknown;
	try {
		stored = JSON.parse(text);
	} catch {
		throw new UsageError(
			`The configuration in ${path} is not JSON.`,
			"Fix the file, or remove it to start over.",
			"invalid-config",
		);
	}
	if (!isStored(stored)) {
		throw new UsageError(
			`The configuration in ${path} has an unexpected form.`,
			"Expected a JSON object in which the token and each of the keys is a string. Fix the file, or remove it.",
			"invalid-config",
		);
	}
	return { ...stored, path };
}

function isStored(value: unknown): value is StoredConfig {
	if (!isObject(value)) return false;
	const { token, keys } = value as StoredConfig;
	const areTexts = keys === undefined || (isObject(keys) && Object.values(keys).every(isText));
	return (token === undefined || isText(token)) && areTexts;
}

function isObject(value: unknown): value is object {
	return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}
