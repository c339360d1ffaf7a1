import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { tokenKey } from "../../../hub/cache.ts";
import type { ModelRecord } from "../../../hub/index.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";

/** A cached record. */
export interface KeptRecord {
	/** When the hub sent it, in milliseconds since 1970. */
	savedAt: number;
	record: ModelRecord;
}

/** The account it belongs to: accounts may see different records. */
export interface RecordKey {
	id: string;
	hubUrl: string;
	token: string | undefined;
}

type Environment = Pick<Context, "env">;

/** Maximum number of records; the oldest are dropped first. */
const LIMIT = 200;

/** Returns the cached record of a key; undefined if there is none or it cannot be read. */
export function readKeptRecord(key: RecordKey, { env }: Environment): KeptRecord | undefined {
	try {
		const kept = JSON.parse(readFileSync(pathOf(key, env), "utf8")) as Partial<KeptRecord> | null;
		return typeof kept?.savedAt === "number" && typeof kept.record?.id === "string" ? (kept as KeptRecord) : undefined;
	} catch {
		return undefined;
	}
}

/** Caches a record. A read-only folder is not an error: the hub is asked again next time. */
export function keepRecord(key: RecordKey, kept: KeptRecord, { env }: Environment): void {
	const path = pathOf(key, env);
	try {
		// Records of private models are readable by their user only.
		replacePrivateFile(path, JSON.stringify(kept));
		dropOldest(folderOf(env));
	} catch {
		// Nothing is left behind.
	}
}

function dropOldest(folder: string): void {
	const paths = readdirSync(folder).map((name) => join(folder, name));
	if (paths.length <= LIMIT) return;
	const ages = paths.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => a.at - b.at);
	for (const { path } of ages.slice(0, paths.length - LIMIT)) rmSync(path, { force: true });
}

function folderOf(env: Context["env"]): string {
	return join(hubFolder("cache", env), "records");
}

function pathOf({ id, hubUrl, token }: RecordKey, env: Context["env"]): string {
	return join(folderOf(env), `${id.replaceAll("/", "--")}.${tokenKey(`${hubUrl} ${token ?? ""}`)}.json`);
}
