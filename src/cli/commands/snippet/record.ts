import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { getPath, isRecord, parseJson, readMember } from "../../../base/json.ts";
import { InferenceClientHubApiError } from "../../../errors.ts";
import { factsOfStatus } from "../../../http/status-facts.ts";
import { tokenKey } from "../../../hub/cache.ts";
import { HUB_URL, type ModelRecord } from "../../../hub/index.ts";
import { hubFolder } from "../../config/folders.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import { takeToken } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { conflict, invalidFile, missingModel } from "../../errors/usage.ts";
import { tryReadSmallFile } from "../../files/read-small.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { inputName, readJsonFile } from "../../input/file.ts";
import { connectHub } from "../../network/hub.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { openRecording, type RecordingOptions } from "../../network/recording.ts";
import type { GlobalOptions } from "../../options/global-options.ts";

/** Lifetime of a cached record, in milliseconds: an hour. */
const LIFETIME = 60 * 60 * 1000;

/** Fields of a record that the generators read, with the providers of the model. */
const FIELDS = [
	...["pipeline_tag", "library_name", "tags", "mask_token", "widgetData", "transformersInfo", "cardData", "config"],
	...["inference", "inferenceProviderMapping", "gguf", "siblings"],
];

/**
 * Returns Hugging Face's record of a model. Responses are cached on disk for an hour; an older one is used while
 * Hugging Face cannot be reached. The sandbox is never cached.
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
	if (given.sandbox || isRecorded) return await getFromHub(id, given, context);
	const path = pathOf(id, given, context);
	// The token on standard input is known only after it is read.
	const kept = given.tokenStdin ? undefined : readKeptRecord(path);
	const age = context.now() - (kept?.savedAt ?? 0);
	if (kept && age >= 0 && age < LIFETIME) return kept.record;
	try {
		// With a stored record, an offline user should not wait for several attempts.
		const record = await getFromHub(id, kept ? { retries: 0, ...given } : given, context);
		if (!given.tokenStdin) keepRecord(path, { savedAt: context.now(), record });
		return record;
	} catch (error) {
		if (!kept || context.signal.aborted || isDefinite(error)) throw error;
		const hours = Math.round((context.now() - kept.savedAt) / LIFETIME);
		const unit = hours === 1 ? "hour" : "hours";
		const passed = hours < 48 ? `${hours} ${unit}` : `${Math.round(hours / 24)} days`;
		context.note(`Hugging Face cannot be reached; its record of ${id} from ${passed} ago is used.`);
		return kept.record;
	}
}

async function getFromHub(id: string, given: GlobalOptions, context: Context): Promise<ModelRecord> {
	const [{ fetchModel }, { ask }] = await Promise.all([import("../../../hub/index.ts"), connectHub(given, context)]);
	const record = await ask("Looking up the model", (hub) => fetchModel(id, hub, FIELDS), id);
	rememberModels([{ id: record.id, task: record.pipeline_tag }], context);
	return record;
}

/** Returns the file of a cached record. Accounts may see different ones, so its name depends on the token. */
function pathOf(id: string, given: GlobalOptions, context: Context): string {
	const config = readConfig(context);
	const hubUrl = resolveSetting("hub", undefined, context, config).value ?? HUB_URL;
	const token = takeToken({ given: given.token }, context, config)?.value ?? "";
	const name = `${id.replaceAll("/", "--")}.${tokenKey(`${hubUrl} ${token}`)}.json`;
	return join(hubFolder("cache", context.env), "records", name);
}

/** Whether Hugging Face responded, and a retry would give the same response. */
function isDefinite(error: unknown): boolean {
	if (!(error instanceof InferenceClientHubApiError)) return false;
	return !factsOfStatus(error.httpResponse.status).mayPass;
}

interface KeptRecord {
	/** When Hugging Face sent it, in milliseconds since 1970. */
	savedAt: number;
	record: ModelRecord;
}

/** Maximum number of records; the oldest are dropped first. */
const LIMIT = 200;

/** Returns a cached record; undefined if there is none or it cannot be read. */
function readKeptRecord(path: string): KeptRecord | undefined {
	const kept = parseJson(tryReadSmallFile(path) ?? "");
	const hasRecord = typeof getPath(kept, "record", "id") === "string";
	return hasRecord && typeof readMember(kept, "savedAt") === "number" ? (kept as KeptRecord) : undefined;
}

/** Caches a record. A read-only folder is not an error: the record is requested again next time. */
function keepRecord(path: string, kept: KeptRecord): void {
	try {
		// Records of private models are readable by their user only.
		replacePrivateFile(path, JSON.stringify(kept));
		const paths = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
		if (paths.length <= LIMIT) return;
		const ages = paths.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => a.at - b.at);
		for (const { path } of ages.slice(0, paths.length - LIMIT)) rmSync(path, { force: true });
	} catch {
		// Nothing is left behind.
	}
}

/**
 * Returns the model record in a file (`-`: standard input), as `hub models ID --json` prints it.
 * @param id the requested model; names the model if the record does not
 * @throws UsageError if the file contains anything else, or the record of another model
 */
export async function readRecordFile(path: string, id: string | undefined, context: Context): Promise<ModelRecord> {
	const name = inputName(path);
	const record = await readJsonFile(path, context);
	const hint = "Expected one model as JSON; hub models ID --json > record.json makes such a file.";
	if (!isRecord(record)) throw invalidFile(`${name} contains no model record.`, hint);
	const found = [record["id"], record["modelId"], id].find((value) => typeof value === "string" && value !== "");
	if (typeof found !== "string") throw invalidFile(`The record in ${name} has no id.`, hint);
	if (id !== undefined && found !== id) {
		throw conflict(`${name} is the record of ${found}, not of ${id}.`, "Give the model or the file, not both.");
	}
	return { ...(record as unknown as ModelRecord), id: found };
}
