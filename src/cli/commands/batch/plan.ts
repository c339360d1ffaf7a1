import { resolve } from "node:path";
import { getPath, readMember } from "../../../base/json.ts";
import type { BatchOptions, BatchRow, BatchTarget } from "../../../batch/index.ts";
import { createManifest, type Fingerprint, type RowRange, type ShardChoice } from "../../../batch/manifest.ts";
import { servedTask, taskName } from "../../../catalogue/aliases.ts";
import { isFileInput, SIGNATURES, takesLabels } from "../../../catalogue/signatures.ts";
import { redactUrl } from "../../../http/index.ts";
import { decidedBy, describeLeftOut } from "../../../inference/caller-input.ts";
import { readContent } from "../../../inference/delta.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import type { ObjectPlan } from "../../../inference/object/plan.ts";
import { AUTO } from "../../../inference/providers/router.ts";
import { noImagesError, readModelLimits } from "../../call-target/context-limits.ts";
import { openTarget } from "../../call-target/open-target.ts";
import { calleeOf } from "../../call-target/resolve.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import { conflict, UsageError } from "../../errors/usage.ts";
import { planOf, readAnswerForm, readAnswerPlan } from "../../input/answer-form.ts";
import { readTextFile, readValue } from "../../input/file.ts";
import { readParameters } from "../../input/parameters.ts";
import { parseTable } from "../../input/table.ts";
import { SANDBOX } from "../../options/global-options.ts";
import { checkProvider, hasOwnModelNames, isLocalName, splitModel } from "../../options/provider.ts";
import { samplingParameters } from "../../options/sampling.ts";
import { checkTask, rejectInapplicableOptions } from "../../options/task.ts";
import { MAX_INPUT } from "../../terminal/terminal.ts";
import { findId, parseEncoding, type RawRow, type RowGroups } from "./input/columns.ts";
import { connectViewer } from "./input/dataset.ts";
import { takeRange } from "./input/ranges.ts";
import { listColumns, toColumns, typeByName } from "./input/row-columns.ts";
import { RowFiles } from "./input/row-files.ts";
import { readTemplate } from "./input/row-template.ts";
import { hasFile, type RowRules, taskOfRow, toBatchRow } from "./input/rows.ts";
import { isPlace, openPlace, openSource, type RowSource, unknownFormat } from "./input/source.ts";
import type { BatchCommandOptions } from "./options.ts";
import { type OpenOutput, openOutput } from "./output.ts";
import type { PartsStore } from "./parts/store.ts";
import { keptColumns } from "./result-lines.ts";
import { shardPath } from "./shard.ts";

/** Rows that are checked before the first call. */
const PEEKED = 20;
/** Characters of rows after which no further one is peeked: they stay in memory. */
const MAX_PEEKED = 4_000_000;
/** Names of rows that are remembered as left out. */
const MAX_LEFT_OUT = 100;
/** Attempts after the first to fetch a file that a row names. */
const RETRIES = 4;

/** All facts known before the first call. */
export interface Plan {
	source: RowSource;
	/** Rows from the first one; peeked ones included. */
	rows: RowGroups;
	/** The first of them. */
	peeked: readonly RawRow[];
	rules: RowRules;
	targets: BatchTarget[];
	resolved: CallTarget[];
	task: InferenceTask;
	/** Path of the output; undefined for standard output. */
	output: string | undefined;
	/** The folder or remote place for parts, if the output is one. */
	place: PartsStore | undefined;
	shard: ShardChoice | undefined;
	/** The rows that the source has, if the shard is a range of the input. */
	range: RowRange | undefined;
	/** The model server of `--server`, which its targets call. */
	server?: { holdRows(rows: AsyncIterable<BatchRow>, drop: AbortController): AsyncIterable<BatchRow> };
	/** Rows have their own ids, which must be compared. */
	hasOwnIds: boolean;
	/** Number of rows, if all were read once. */
	rowCount?: number;
	/** Ids of rows that look like those of broken lines: `line:2`. */
	lineIds: Set<string>;
	/** Closes the input, and reports fields that rows may not set, if not reported before. */
	end(): void;
}

/** Resolves a command line into a plan, and checks it against the first rows. */
export async function makePlan(
	inputs: readonly string[],
	options: BatchCommandOptions,
	shard: ShardChoice | undefined,
	context: Context,
): Promise<Plan> {
	const wanted = options.task === undefined ? undefined : servedTask(checkTask(options.task));
	const providers = (options.provider ?? "").split(",").filter(Boolean);
	for (const provider of providers) checkProvider(provider);
	const whole = await openSource(inputs, options, context, () => connectViewer(options, context));
	const name = options.output === "-" ? undefined : options.output;
	const place =
		name !== undefined && (await isPlace(name, context)) ? await openPlace(name, options, context) : undefined;
	const { source, range } = place && shard ? await takeRange(whole, shard, place) : { source: whole, range: undefined };
	const named = name === undefined ? undefined : (place?.name ?? resolve(context.cwd, name));
	const output = named !== undefined && shard && !place ? shardPath(named, shard) : named;
	if (output !== undefined && source.paths.includes(output)) {
		throw new UsageError(`${options.output} is the input.`, "Name another file with -o.");
	}
	const groups = source.read();
	const { peeked, rows } = await peek(groups);
	const task = wanted ?? peeked.map(({ value }) => taskOfRow(value)).find((found) => found !== undefined);
	const resolved = await resolveTargets(task, providers, options, context);
	const [first] = resolved;
	if (!first) throw new UsageError("No provider is named.");
	const leftOut = new Map<string, "new" | "said">();
	const leaveOut = (names: readonly string[]): void => {
		for (const name of names) if (!leftOut.has(name) && leftOut.size < MAX_LEFT_OUT) leftOut.set(name, "new");
	};
	const sayLeftOut = (): void => {
		const names = [...leftOut].flatMap(([name, state]) => (state === "new" ? [name] : []));
		for (const name of names) leftOut.set(name, "said");
		const notice = describeLeftOut("rows", names);
		if (notice !== undefined) context.note(notice);
	};
	const rules = await readRules(first, source, leaveOut, options, context);
	const { input } = SIGNATURES[first.task];
	const takesFile = isFileInput(input) || (input === "messages" && typeByName(source.unnamed) !== undefined);
	if (source.unnamed !== undefined && !takesFile) throw unknownFormat(source.unnamed);
	try {
		checkPeeked(peeked, rules);
		await checkImages(peeked, rules, resolved, context);
		checkColumns(peeked, options);
	} catch (error) {
		// Its file is open.
		await groups.return();
		throw error;
	}
	sayLeftOut();
	// A range of the input may have no rows.
	if (peeked.length === 0 && !range) context.note("The input has no rows.");
	noteUnusedRows(peeked, rules, context);
	return {
		source,
		rows,
		peeked,
		rules,
		targets: resolved.map((target) => toTarget(target)),
		resolved,
		task: first.task,
		output,
		place,
		shard,
		range,
		hasOwnIds: peeked.some(({ value }) => findId(value, rules.idColumn) !== undefined),
		lineIds: new Set(),
		end: () => {
			sayLeftOut();
			// Not awaited: a pending read of a stream may never end.
			groups.return().catch(() => undefined);
		},
	};
}

/** Rows in the OpenAI format name their model, so none has to be found for them. */
async function resolveTargets(
	task: InferenceTask | undefined,
	providers: readonly string[],
	options: BatchCommandOptions,
	context: Context,
): Promise<CallTarget[]> {
	const { deadline: _whole, rowDeadline, ...given } = options;
	// The batch handles retries and limits itself.
	const own = {
		...given,
		retries: options.via === undefined ? 0 : (options.retries ?? 4),
		...(rowDeadline !== undefined && { deadline: rowDeadline }),
		manyCalls: true,
		...(options.via !== undefined &&
			options.endpoint === undefined && { direct: true, directBy: `--via ${options.via}` }),
	};
	const targets: CallTarget[] = [];
	for (const provider of providers.length === 0 ? [undefined] : providers) {
		targets.push(await openTarget(task, provider === undefined ? own : { ...own, provider }, context));
	}
	return targets;
}

function toTarget(target: CallTarget): BatchTarget {
	const { provider, endpointUrl, local } = target;
	const other = target.isSandbox ? SANDBOX : AUTO;
	const name = provider ?? local?.server.kind.id ?? (endpointUrl ? "endpoint" : other);
	return { name, ...calleeOf(target), options: { ...target.options, signal: undefined } };
}

/**
 * Reads the model that a row names. The run decides where its rows are sent, so a row may name its provider only if that
 * is the one that is called, or the router, which chooses it.
 */
function readRowModel({ task, provider, endpointUrl, local }: CallTarget): (name: string) => string {
	if (endpointUrl !== undefined && !local) return (name) => name;
	const called = local?.server.kind.id ?? provider;
	return (name) => {
		const { model = name, provider: named } = splitModel(name, undefined, hasOwnModelNames(called));
		if (named === undefined || named === called || named === AUTO) return model;
		const isHosted = named !== SANDBOX && !isLocalName(named);
		if (called === undefined && task === "conversational" && isHosted) return name;
		throw conflict(`The row names the provider ${named}; its run calls ${called ?? "the router"}.`, `Use -p ${named}.`);
	};
}

async function readRules(
	target: CallTarget,
	source: RowSource,
	leaveOut: RowRules["leaveOut"],
	options: BatchCommandOptions,
	context: Context,
): Promise<RowRules> {
	const { task } = target;
	rejectInapplicableOptions(task, options);
	checkLabels(task, options);
	const isChat = SIGNATURES[task].input === "messages";
	const schema = isChat ? await readAnswerPlan(options, context) : undefined;
	const form = isChat ? await readAnswerForm({ ...options, ...(schema ? { answer: schema } : {}) }, context) : {};
	const labels = options.labels ? { candidate_labels: options.labels } : {};
	const own = await readParameters(options.param, options.params, context);
	const parameters = { ...form, ...samplingParameters(task, options), ...labels, ...own };
	const template = (flag: string, text: string | undefined): ReturnType<typeof readTemplate> | undefined =>
		text === undefined ? undefined : readTemplate(flag, text, context);
	const { table } = options;
	return {
		task,
		parameters,
		files: new RowFiles({
			folder: source.folder,
			allowed: options.filesFrom ?? [],
			cwd: context.cwd,
			limit: context.flags.maxInput ?? MAX_INPUT,
			deadline: options.rowDeadline,
			publicFetch: target.publicFetch(options.retries ?? RETRIES),
			fetch: target.options.fetch ?? fetch,
		}),
		context: options.context === undefined ? undefined : await readValue(options.context, context),
		source: options.source === undefined ? undefined : await readValue(options.source, context),
		table: table === undefined ? undefined : await parseTable(await readTextFile(table, context), table),
		column: options.column,
		idColumn: options.idColumn ?? "id",
		prompt: await template("--prompt", options.prompt),
		system: await template("--system", options.system),
		images: await Promise.all((options.image ?? []).map((image) => readTemplate("--image", image, context))),
		readModel: options.model === undefined ? readRowModel(target) : undefined,
		chatMembers: await listChatMembers(isChat),
		decided: decidedBy(Object.keys(parameters)),
		leaveOut,
		cwd: context.cwd,
		answer: schema ?? (await planOf(own)),
	};
}

function checkLabels(task: InferenceTask, { labels, param = [], params }: BatchCommandOptions): void {
	const areGiven = labels ?? params ?? param.find((pair) => pair.startsWith("candidate_labels"));
	if (takesLabels(task) && areGiven === undefined) {
		throw new UsageError(`${taskName(task)} needs labels to choose from.`, "Add them: --labels a,b,c", "no-input");
	}
}

async function listChatMembers(isChat: boolean): Promise<ReadonlySet<string>> {
	if (!isChat) return new Set();
	const { loadTaskParameters } = await import("../../../catalogue/task-parameters.ts");
	const known = (await loadTaskParameters("conversational")).map(({ path }) => path.split(".")[0] ?? path);
	return new Set([...known, "messages", "max_completion_tokens", "reasoning_effort"]);
}

/** Reads the first rows, and yields them again before the others. */
async function peek(groups: RowGroups): Promise<{ peeked: RawRow[]; rows: RowGroups }> {
	const taken: RawRow[][] = [];
	for (let count = 0, size = 0; count < PEEKED && size < MAX_PEEKED; ) {
		const { done, value } = await groups.next();
		if (done) break;
		taken.push(value);
		count += value.length;
		for (const row of value) size += sizeOfRow(row);
	}
	const peeked = taken.flat().slice(0, PEEKED);
	const rows = async function* (): RowGroups {
		// Not kept: rows may be large.
		for (let group = taken.shift(); group; group = taken.shift()) yield group;
		yield* groups;
	};
	return { peeked, rows: rows() };
}

/** Approximate characters of a row. */
function sizeOfRow({ json, value }: RawRow): number {
	return json?.length ?? (typeof value === "string" ? value.length : 0);
}

/** If each of the first rows fails, the others would fail too. */
function checkPeeked(peeked: readonly RawRow[], rules: RowRules): void {
	const failures = peeked.map((raw, index) => toBatchRow(raw, index, rules).failure);
	const [first] = failures;
	if (!first || failures.includes(undefined)) return;
	throw new UsageError(first.message, failures.length > 1 ? `The first ${failures.length} rows all fail.` : undefined);
}

/** Warns that rows add nothing to their requests. */
function noteUnusedRows(peeked: readonly RawRow[], rules: RowRules, context: Context): void {
	const { prompt, system, images } = rules;
	if (!prompt || peeked.length < 2 || peeked.some((raw) => hasFile(raw, rules))) return;
	const columns = new Set([...peeked.flatMap(({ value }) => Object.keys(toColumns(value))), "id"]);
	if ([prompt, system, ...images].some((template) => [...columns].some((name) => template?.names.has(name)))) return;
	context.note(`--prompt uses no column of the rows, so every row would send the same prompt. ${listColumns(columns)}`);
}

/** @throws UsageError if a row has an image, and no model takes one, as far as is known */
async function checkImages(
	peeked: readonly RawRow[],
	rules: RowRules,
	resolved: readonly CallTarget[],
	context: Context,
): Promise<void> {
	if (SIGNATURES[rules.task].input !== "messages") return;
	const place = peeked.findIndex((raw) => hasFile(raw, rules, /^image\//));
	if (place === -1) return;
	const limits = await Promise.all(resolved.map((target) => readModelLimits(target, context)));
	if (limits.some(({ takesImages }) => takesImages !== false)) return;
	throw noImagesError(resolved[0]?.model, peeked[place]?.name ?? "the image of a row");
}

/** @throws UsageError for a column that --id-column or --keep names and none of the first rows has */
function checkColumns(peeked: readonly RawRow[], { idColumn, keep }: BatchCommandOptions): void {
	const rows = peeked.filter(({ problem }) => problem === undefined).map(({ value }) => toColumns(value));
	if (rows.length === 0) return;
	const named = [...(idColumn === undefined ? [] : [idColumn]), ...(keep === undefined ? [] : keptColumns(keep))];
	const unknown = named.find((name) => !rows.some((row) => Object.hasOwn(row, name)));
	if (unknown === undefined) return;
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	throw new UsageError(`There is no column "${unknown}". ${listColumns(columns)}`);
}

/** The check of `--schema`; undefined without one. An answer that was cut at its limit is reported as such. */
export function createSchemaCheck(plan: ObjectPlan | undefined): BatchOptions["check"] {
	if (plan === undefined) return undefined;
	return (output) => {
		const choices = readMember(output, "choices");
		const answers: readonly unknown[] = Array.isArray(choices) && choices.length > 0 ? choices : [undefined];
		for (const [place, answer] of answers.entries()) {
			const name = answers.length > 1 ? `Answer ${place + 1} of ${answers.length}` : "The answer";
			if (readMember(answer, "finish_reason") === "length")
				return { kind: "truncated", message: `${name} was cut at the token limit; --max-tokens sets it.` };
			const reading = plan.readNow(readContent(getPath(answer, "message", "content")));
			if ("problems" in reading)
				return { kind: "schema", message: `${name} does not follow the schema: ${reading.problems}` };
		}
		return undefined;
	};
}

/** Opens the output of a run. */
export async function openRun(
	plan: Plan,
	output: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<OpenOutput> {
	const { place, shard, range } = plan;
	const manifest = createManifest(makeFingerprint(plan, options, context), plan.source.marks, shard);
	if (place) {
		const { openParts, PART_LIMITS } = await import("./parts/part-run.ts");
		const limits = { ...PART_LIMITS, bytes: options.partSize ?? PART_LIMITS.bytes };
		const target = { place, shard, limits, isTable: options.format === "parquet" };
		return await openParts(target, { ...manifest, range }, context);
	}
	const opened = await openOutput(output, manifest, options.force ?? false, context);
	const { inputChange, journal, state } = opened;
	if (options.retryFailed && !state) {
		opened.lock.release();
		throw new UsageError(`--retry-failed: there is no earlier run in ${output}.`, "Leave it out to run all rows.");
	}
	if (!state && journal !== output && opened.manifest.counts.done > 0)
		context.warn(`The results of ${output} were in ${journal}, which is missing: all its rows run again.`);
	if (inputChange === undefined || (options.via === undefined && plan.source.isFile)) return opened;
	opened.lock.release();
	const reason =
		options.via === undefined ? "Standard input cannot be read twice" : "The jobs of --via belong to one input";
	throw new UsageError(
		`${output} belongs to another run: ${inputChange}.`,
		`${reason}. Name another file with -o, or start over with --force.`,
	);
}

/** Facts that decide the results of a run, without secrets. */
function makeFingerprint(plan: Plan, options: BatchCommandOptions, context: Context): Fingerprint {
	const { rules, resolved } = plan;
	const endpoint = resolved[0]?.endpointUrl;
	const fingerprint = {
		task: plan.task,
		model: options.model ?? resolved[0]?.model,
		// Each process has its own server, at its own port.
		endpoint: plan.server ? "--server" : endpoint === undefined ? undefined : redactUrl(endpoint),
		providers: resolved.map(({ provider }) => provider ?? "auto"),
		prompt: options.prompt,
		system: options.system,
		image: options.image,
		column: options.column,
		"id column": options.idColumn,
		"input form": options.inputFormat,
		encoding: options.encoding === undefined ? undefined : parseEncoding(options.encoding),
		parameters: rules.parameters,
		context: rules.context,
		source: rules.source,
		table: rules.table,
		form: options.format ?? "jsonl",
		text: options.text ?? false,
		keep: options.keep,
		// `endpoint` identifies the server.
		via: options.via === undefined ? undefined : "provider",
	};
	const known = Object.entries(fingerprint).filter(([, value]) => value !== undefined);
	return JSON.parse(context.secrets.hide(JSON.stringify(Object.fromEntries(known)))) as Fingerprint;
}
