import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasFields, isListOf, isNumber, isText, isTime, orMissing } from "../../../base/check-fields.ts";
import { parseJson } from "../../../base/json.ts";
import type { NamedKey } from "../../../gateway/index.ts";
import { withLock } from "../../../node-lock.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { invalidConfig } from "../../errors/usage.ts";
import { readSmallFile } from "../../files/read-small.ts";
import { makeFolder, replacePrivateFile } from "../../files/replace-file.ts";

/** A key of `hub serve keys`: only its hash is kept. */
export interface StoredKey extends Omit<NamedKey, "key"> {
	sha256: string;
	/** ISO 8601. */
	created: string;
}

const isStoredKey = hasFields({
	name: (value) => typeof value === "string" && KEY_NAME.test(value),
	sha256: (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value),
	created: isTime,
	models: orMissing(isListOf(isText)),
	budget: orMissing(hasFields({ usd: isNumber, per: isText })),
	callsPerMinute: orMissing(isNumber),
}) as (value: unknown) => value is StoredKey;

/** Names of keys. */
export const KEY_NAME = /^[\w.-]{1,64}$/;

const PATIENCE_MS = 5000;

/** The file of the keys that every `hub serve` of the user takes. */
export function storedKeysPath({ env }: Pick<Context, "env">): string {
	return join(hubFolder("config", env), "serve-keys.json");
}

/** @throws UsageError for a damaged file: a lost key or budget must not go unnoticed */
export function readStoredKeys(context: Pick<Context, "env">): StoredKey[] {
	const path = storedKeysPath(context);
	if (!existsSync(path)) return [];
	const keys = parseJson(readSmallFile(path));
	if (Array.isArray(keys) && keys.every(isStoredKey)) return keys;
	throw invalidConfig(`${path} is damaged.`, "Remove it, and make its keys again: hub serve keys add NAME");
}

/** Changes the keys under a lock. */
export async function changeStoredKeys(
	change: (keys: readonly StoredKey[]) => readonly StoredKey[],
	context: Context,
): Promise<void> {
	const path = storedKeysPath(context);
	makeFolder(hubFolder("config", context.env), 0o700);
	const lock = { shown: "the keys of hub serve", patience: PATIENCE_MS, signal: context.signal };
	await withLock(path, lock, () => {
		replacePrivateFile(path, `${JSON.stringify(change(readStoredKeys(context)), null, "\t")}\n`);
	});
}
