import { resolve } from "node:path";
import { parseJson, readMember } from "../../base/json.ts";
import type { ExchangeStore, KnownFacts } from "../../exchange/index.ts";
import { type Fetch, type Wait, wait as waitForTimer } from "../../http/index.ts";
import type { Config } from "../config/settings.ts";
import { knownSecrets } from "../config/token.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { checkWritable } from "../files/writable.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import type { ValuesOf } from "../options/option-values.ts";
import type { recording } from "../options/shared-options.ts";
import { disableModelCache } from "./model-cache.ts";

/** `replayIgnore` is set by every command that can be recorded: the variables apply only to these. */
export type RecordingOptions = Partial<ValuesOf<typeof recording>>;

type RecordingFlags = RecordingOptions & Pick<GlobalOptions, "header" | "token"> & { isServed?: boolean | undefined };

/** Largest response that a server records, in bytes: it is held in memory, and cleaned in steps of about 50 ms. */
const MAX_SERVED_BYTES = 4 * 2 ** 20;

export interface RecordingFolder {
	mode: "record" | "replay" | "replay-or-record";
	folder: string;
	/** Returns a `fetch` that records or replays, and sends with another one. */
	through(fetch: Fetch, facts?: KnownFacts): Fetch;
	/** Whether calls to a provider were recorded with its own key, so they must be replayed that way. */
	isDirect(provider: string): Promise<boolean>;
	/** No pause where the last response came from a recording. */
	wait: Wait | undefined;
}

/** Fields that depend on how a call is observed (--stats, the log, traces), not on the request. */
const OWN_FIELDS = ["stream_options"];

/** One per command, however often it connects, so that recordings of the same request get consecutive numbers. */
const opened = new WeakMap<object, Promise<RecordingFolder | undefined>>();

/**
 * Opens the recording that flags or environment request; undefined if neither does.
 * @throws UsageError for flags that contradict each other, and for a folder without recordings to replay
 */
export function openRecording(
	given: RecordingFlags,
	context: Context,
	config: Config,
): Promise<RecordingFolder | undefined> {
	const known = opened.get(context) ?? open(given, context, config);
	opened.set(context, known);
	return known;
}

async function open(given: RecordingFlags, context: Context, config: Config): Promise<RecordingFolder | undefined> {
	const choice = choose(given, context.env);
	if (!choice) {
		if (given.append) throw new UsageError("--append needs --record or --replay-or-record.");
		if (given.replayIgnore?.length) throw new UsageError("--replay-ignore needs --replay or --replay-or-record.");
		return undefined;
	}
	disableModelCache(context);
	const { mode } = choice;
	if (given.append && mode === "replay") throw new UsageError("--append does not apply to --replay.");
	if (given.replayIgnore?.length && mode === "record") {
		throw new UsageError("--replay-ignore does not apply to --record.");
	}
	const folder = resolve(context.cwd, choice.folder);
	const [{ createRecorder, createReplayer }, { folderStore }] = await Promise.all([
		import("../../exchange/index.ts"),
		import("../../node.ts"),
	]);
	if (mode !== "replay") checkWritable(folder, "folder");
	const store = folderStore(folder);
	const secrets = knownSecrets(given, context.env, config);
	const options = {
		onProblem: (error: unknown) => context.warn(describe(error)),
		maxBytes: given.isServed ? MAX_SERVED_BYTES : undefined,
		now: context.now,
	};
	if (mode === "record") {
		const { through, settle } = createRecorder(store, { ...options, secrets, append: given.append });
		context.defer(settle);
		return { mode, folder, through, isDirect: async () => false, wait: undefined };
	}
	if (mode === "replay" && !(await store.list()).some((name) => name.endsWith(".json"))) {
		throw new UsageError(
			`${choice.source}: there are no recordings in ${choice.folder}.`,
			"Record some with --record.",
		);
	}
	const { through, settle, isLive } = createReplayer(store, {
		secrets,
		ignore: [...OWN_FIELDS, ...(given.replayIgnore ?? [])],
		onMiss: mode === "replay" ? "error" : "record",
		recording: options,
	});
	context.defer(settle);
	const wait: Wait = (delay, signal) => (isLive() ? waitForTimer(delay, signal) : Promise.resolve());
	return { mode, folder, through, isDirect: (provider) => hasDirectCall(store, provider), wait };
}

async function hasDirectCall(store: ExchangeStore, provider: string): Promise<boolean> {
	for (const name of await store.list()) {
		if (!name.endsWith(".json")) continue;
		const recording = parseJson(new TextDecoder().decode(await store.read(name)));
		if (readMember(recording, "provider") === provider && readMember(recording, "routed") === false) return true;
	}
	return false;
}

interface Choice {
	mode: RecordingFolder["mode"];
	folder: string;
	/** Flag or variable. */
	source: string;
}

function choose(given: RecordingOptions, env: Context["env"]): Choice | undefined {
	const choice = (mode: Choice["mode"], folder: string | undefined, source: string): Choice[] =>
		folder === undefined ? [] : [{ mode, folder, source }];
	const flags = [
		...choice("record", given.record, "--record"),
		...choice("replay", given.replay, "--replay"),
		...choice("replay-or-record", given.replayOrRecord, "--replay-or-record"),
	];
	const variables = [
		...choice("record", env["HUB_RECORD"] || undefined, "HUB_RECORD"),
		...choice("replay", env["HUB_REPLAY"] || undefined, "HUB_REPLAY"),
	];
	const [first, second] = flags.length > 0 || given.replayIgnore === undefined ? flags : variables;
	if (first && second) throw new UsageError(`${first.source} and ${second.source} cannot be combined.`);
	if (first?.folder === "") throw new UsageError(`${first.source} needs a folder.`);
	return first;
}

function describe(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	return message.startsWith("Not recorded") ? message : `Not recorded: ${message}`;
}
