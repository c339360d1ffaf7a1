import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJsonOrThrow } from "../../../base/json.ts";
import { InferenceClientHubApiError } from "../../../errors.ts";
import { tokenKey } from "../../../hub/cache.ts";
import { HUB_URL, type ModelRecord } from "../../../hub/index.ts";
import { hubFolder } from "../../config/folders.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import { takeToken } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { conflict, invalidFile, missingModel } from "../../errors/usage.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { readJsonFile } from "../../input/file.ts";
import { connectHub } from "../../network/hub.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { openRecording, type RecordingOptions } from "../../network/recording.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";

/** Time a cached record is used without asking the hub: an hour, in milliseconds. */
const LIFETIME = 60 * 60 * 1000;

/** Fields of a record that the generators read, with the providers of the model. */
const FIELDS = [
	...["pipeline_tag", "library_name", "tags", "mask_token", "widgetData", "transformersInfo", "cardData", "config"],
	...["inference", "inferenceProviderMapping", "gguf", "siblings"],
];

/**
 * Returns the hub's record of a model. Responses are cached on disk for an hour; an older one is used while the hub
 * cannot be reached. The sandbox is never cached.
 * @throws UsageError for an invalid id; errors of `fetchModel`
 */
export async function fetchRecord(
	id: string,
	given: GlobalOptions & RecordingOptions,
	context: Context,
): Promise<ModelRecord> {
	if (!/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(id)) {
		throw missingModel(`"${id}" is not the id of a model.`, "Ids look like org/name; hub models WORD searches.");
	}
	const isRecorded = (await openRecording(given, context, readConfig(context))) !== undefined;
	if (given.sandbox || isRecorded) return await askHub(id, given, context);
	const key = keyOf(id, given, context);
	// The token on standard input is known only after it is read.
	const kept = given.tokenStdin ? undefined : readKeptRecord(key, context);
	const age = context.now() - (kept?.savedAt ?? 0);
	if (kept && age >= 0 && age < LIFETIME) return kept.record;
	try {
		// With a stored record, an offline user should not wait for several attempts.
		const record = await askHub(id, kept ? { retries: 0, ...given } : given, context);
		if (!given.tokenStdin) keepRecord(key, { savedAt: context.now(), record }, context);
		return record;
	} catch (error) {
		if (!kept || context.signal.aborted || isDefinite(error)) throw error;
		context.note(describeAge(id, kept, context));
		return kept.record;
	}
}

async function askHub(id: string, given: GlobalOptions, context: Context): Promise<ModelRecord> {
	const [{ fetchModel }, { ask }] = await Promise.all([import("../../../hub/index.ts"), connectHub(given, context)]);
	const record = await ask("Looking up the model", (hub) => fetchModel(id, hub, FIELDS), id);
	rememberModels([{ id: record.id, task: record.pipeline_tag }], context);
	return record;
}

function keyOf(id: string, given: GlobalOptions, context: Context): RecordKey {
	const config = readConfig(context);
	const hubUrl = resolveSetting("hub", undefined, context, config).value ?? HUB_URL;
	return { id, hubUrl, token: takeToken({ given: given.token }, context, config)?.value };
}

/** Whether the hub answered, and a retry would give the same answer. */
function isDefinite(error: unknown): boolean {
	if (!(error instanceof InferenceClientHubApiError)) return false;
	const { status } = error.httpResponse;
	return status >= 400 && status < 500 && status !== 429 && status !== 408;
}

function describeAge(id: string, { savedAt }: KeptRecord, { now }: Context): string {
	const hours = Math.round((now() - savedAt) / LIFETIME);
	const age = hours < 48 ? `${hours} ${hours === 1 ? "hour" : "hours"}` : `${Math.round(hours / 24)} days`;
	return `The hub cannot be reached; its record of ${id} from ${age} ago is used.`;
}

interface KeptRecord {
	/** When the hub sent it, in milliseconds since 1970. */
	savedAt: number;
	record: ModelRecord;
}

/** The account it belongs to: accounts may see different records. */
interface RecordKey {
	id: string;
	hubUrl: string;
	token: string | undefined;
}

type Environment = Pick<Context, "env">;

/** Maximum number of records; the oldest are dropped first. */
const LIMIT = 200;

/** Returns the cached record of a key; undefined if there is none or it cannot be read. */
function readKeptRecord(key: RecordKey, { env }: Environment): KeptRecord | undefined {
	try {
		const kept = parseJsonOrThrow(readFileSync(pathOf(key, env), "utf8")) as Partial<KeptRecord> | null;
		return typeof kept?.savedAt === "number" && typeof kept.record?.id === "string" ? (kept as KeptRecord) : undefined;
	} catch {
		return undefined;
	}
}

/** Caches a record. A read-only folder is not an error: the hub is asked again next time. */
function keepRecord(key: RecordKey, kept: KeptRecord, { env }: Environment): void {
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

/**
 * Returns the model record in a file (`-`: standard input), as `hub models ID --json` prints it.
 * @param id the requested model; names the model if the record does not
 * @throws UsageError if the file contains anything else, or the record of another model
 */
export async function readRecordFile(path: string, id: string | undefined, context: Context): Promise<ModelRecord> {
	const name = path === "-" ? "standard input" : path;
	const record = await readJsonFile(path, context);
	if (record === null || typeof record !== "object" || Array.isArray(record)) {
		throw invalidFile(`${name} contains no model record.`, RECORD_HINT);
	}
	const { id: ownId, modelId } = record as { id?: unknown; modelId?: unknown };
	const found = [ownId, modelId, id].find((value) => typeof value === "string" && value !== "");
	if (typeof found !== "string") throw invalidFile(`The record in ${name} has no id.`, RECORD_HINT);
	if (id !== undefined && found !== id) {
		throw conflict(`${name} is the record of ${found}, not of ${id}.`, "Give the model or the file, not both.");
	}
	return { ...(record as ModelRecord), id: found };
}

const RECORD_HINT = "Expected one model as JSON; hub models ID --json > record.json makes such a file.";
