import { omitUndefined } from "../../../base/json.ts";
import { servedTask } from "../../../catalogue/aliases.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import type { Fetch } from "../../../http/index.ts";
import { type Delta, readUsage } from "../../../inference/delta.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { otherFiles } from "../../../inference/other-files.ts";
import { type CostGate, openCostLimit } from "../../call-target/cost-limit.ts";
import { openTarget } from "../../call-target/open-target.ts";
import { type CallTarget, callIdentity, priceSource } from "../../call-target/target.ts";
import { findProviderSetting } from "../../config/placement.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { codeOf } from "../../errors/code.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { withSubject } from "../../errors/subject.ts";
import { conflict } from "../../errors/usage.ts";
import { readArgs } from "../../input/args.ts";
import { readTokenOption } from "../../input/token.ts";
import { type CallRecorder, openCallRecorder } from "../../network/call-recorder.ts";
import { type CallLog, createCallLog, type Listener } from "../../network/connect.ts";
import { withDeadline } from "../../network/deadline.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { checkTask } from "../../options/task.ts";
import { findFiles, findText } from "../../output/result.ts";
import { checkOutput, saveFiles } from "../../output/save.ts";
import { tokensPerSecond } from "../../output/stats.ts";
import { addChunk, type StreamedAnswer } from "../../output/text-sink.ts";
import { printJson } from "../../terminal/json.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import { startProgress } from "../../terminal/progress.ts";
import { onOneLine } from "../../terminal/width.ts";
import type { InferOptions } from "../infer/options.ts";
import { send } from "../infer/send.ts";
import {
	type Board,
	type Comparison,
	describeNumbers,
	type Pair,
	readPairs,
	reportOf,
	showOutput,
} from "./comparison.ts";

/**
 * Sends one request to each pair, all at the same time, and shows the answers side by side. At the deadline, it shows the
 * answers so far.
 */
export async function runCompare(words: readonly string[], given: InferOptions, context: Context): Promise<void> {
	await withDeadline(given.deadline, context, (limited) => compare(words, given, limited));
}

async function compare(words: readonly string[], given: InferOptions, context: Context): Promise<void> {
	const pairs = readPairs(given, findProviderSetting(given.provider, context, readConfig(context)));
	if (given.output === "-") throw conflict("-o - takes one result, not several.", "Name files, as in -o {n}.{ext}.");
	const options = await readTokenOption(given, context);
	// One for all pairs.
	const costGate = openCostLimit(options, context);
	// Printed once, after the drawing has ended.
	const notes = new Set<string>();
	const onEvent: Listener = (event) => {
		if (event.type === "retry" || event.type === "note") notes.add(event.message);
	};
	// Without a task, that of the first known model.
	const unnamed = options.model === undefined ? "conversational" : undefined;
	const wanted = options.task === undefined ? unnamed : servedTask(checkTask(options.task));
	const progress = context.showsProgress ? startProgress("Looking up the models", context) : undefined;
	let comparisons: Comparison[];
	try {
		const found = await Promise.all(
			pairs.map((pair, index) => openCall(pair, index + 1, wanted, options, costGate, onEvent, context)),
		);
		const task = found.find(({ target }) => target)?.target?.task;
		// All pairs get the same request, so they all run the same task.
		const calls = found.map((call) => (call.target && task ? { ...call, target: { ...call.target, task } } : call));
		if (progress && context.stdin.isTTY) progress.pause();
		const args = task && (await readArgs(task, words, options, context));
		for (const { target, options: own } of calls) {
			if (target) checkOutput({ ...own, task: target.task, model: target.model }, context);
		}
		progress?.update("Waiting for the answers");
		if (context.stdout.isTTY && !context.flags.json) progress?.stop();
		const isMarkdown = task === "conversational" && !options.raw;
		const board = await openBoard(pairs, isMarkdown, context);
		const runOne = async (call: OpenCall, index: number): Promise<Comparison> => {
			const comparison = await runCall(call, args, (delta) => board.add(index, delta), context);
			board.end(index, comparison);
			return comparison;
		};
		comparisons = await Promise.all(calls.map(runOne)).finally(() => board.close());
	} finally {
		progress?.stop();
		for (const note of notes) context.note(note);
	}
	const entries = comparisons.map(({ entry }) => entry);
	if (context.flags.json) await printJson(entries, context);
	else
		await previewImages(
			comparisons.flatMap(({ images }) => images),
			options,
			context,
		);
	// The common error of all pairs, unless only some failed, or for different reasons.
	const errors = comparisons.flatMap(({ error }) => (error === undefined ? [] : [error]));
	if (errors.length === 0) return;
	const isOneCause = errors.length === comparisons.length && new Set(errors.map(codeOf)).size === 1;
	throw isOneCause ? errors[0] : new ExitWithoutError();
}

async function previewImages(
	images: readonly Blob[],
	{ preview = "auto" }: InferOptions,
	context: Context,
): Promise<void> {
	if (images.length === 0 || preview === "none" || !context.stdout.isTTY) return;
	const { showRow } = await import("../../terminal/graphics/show.ts");
	const bytes = await Promise.all(images.map(async (image) => new Uint8Array(await image.arrayBuffer())));
	await showRow(bytes, preview, context);
}

/** Shows columns on a terminal, and otherwise one answer after the other. */
async function openBoard(pairs: readonly Pair[], isChat: boolean, context: Context): Promise<Board> {
	const { stdout, env, flags } = context;
	if (flags.json) return { add: () => undefined, end: () => undefined, close: async () => undefined };
	if (!stdout.isTTY || env["TERM"] === "dumb" || isUnattended(env)) return createListBoard(context);
	const { createColumnBoard } = await import("./column-board.tsx");
	return createColumnBoard(pairs, isChat, context);
}

/** Prints each answer under a line with its model and provider, in the order of the pairs. */
function createListBoard(context: Context): Board {
	const waiting = new Map<number, Comparison>();
	let next = 0;
	let printed = Promise.resolve();
	const print = async (comparison: Comparison): Promise<void> => {
		const { pair, entry, error } = comparison;
		const name = [entry.model ?? pair.model, entry.provider ?? pair.provider].filter((part) => part !== undefined);
		const facts = [...name, entry.error ? `failed (${entry.error.code})` : describeNumbers(comparison)];
		const text = showOutput(entry.output);
		const isLast = text === "" || text.endsWith("\n") ? "" : "\n";
		const gap = next > 0 && !isFirst ? "\n" : "";
		isFirst = false;
		await context.print(`${gap}--- ${onOneLine(facts.filter(Boolean).join(" · "))} ---\n${text}${isLast}`);
		if (error !== undefined && entry.error) context.warn(`${name.join(" · ")}: ${entry.error.message}`);
	};
	let isFirst = true;
	return {
		add: () => undefined,
		end: (index, comparison) => {
			waiting.set(index, comparison);
			for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
				const shown = ready;
				next++;
				printed = printed.then(() => print(shown));
				// Its error is reported when the board is closed.
				printed.catch(() => undefined);
			}
		},
		close: () => printed,
	};
}

/** A pair whose call can be sent, or the error of resolving its target. */
interface OpenCall {
	pair: Pair;
	options: InferOptions;
	log: Readonly<CallLog>;
	listen: Listener;
	recorder: CallRecorder | undefined;
	target: CallTarget | undefined;
	/** The error, if there is no target. */
	error: unknown;
}

/** Resolves the target of a pair. An error is kept, because the other pairs continue. */
async function openCall(
	pair: Pair,
	number: number,
	task: InferenceTask | undefined,
	given: InferOptions,
	costGate: CostGate | undefined,
	onEvent: Listener,
	context: Context,
): Promise<OpenCall> {
	// Tokens, times and cost are shown at the end, so text is streamed and tokens are counted.
	const options: InferOptions = { ...given, stats: true, stream: true, json: false, number };
	const { log, listen } = createCallLog(onEvent);
	const recorder = await openCallRecorder("compare", options, context);
	const call = { pair, options, log, listen, recorder };
	const { model: _model, provider: _provider, ...rest } = given;
	const choice = { ...rest, ...omitUndefined({ model: pair.model, provider: pair.provider }) };
	let target: CallTarget | undefined;
	const watch = costGate ? (fetch: Fetch) => costGate(recorder?.watch(fetch) ?? fetch, () => target) : recorder?.watch;
	try {
		target = await openTarget(task, choice, context, listen, watch);
		return { ...call, target, error: undefined };
	} catch (error) {
		if (isLeft(context)) throw error;
		return { ...call, target: undefined, error };
	}
}

/** Whether the program is interrupted; the deadline is an error of each pair that has not ended. */
function isLeft({ signal }: Context): boolean {
	return signal.aborted && !(signal.reason instanceof InferenceClientDeadlineError);
}

interface Received extends StreamedAnswer {
	output: unknown;
	images: readonly Blob[];
}

/** Sends the call of a pair and reads the answer; rejects only if the program is interrupted. */
async function runCall(
	call: OpenCall,
	args: Args | undefined,
	onDelta: (delta: Delta) => void,
	context: Context,
): Promise<Comparison> {
	const { target } = call;
	const received: Received = { output: null, text: "", images: [], timing: { started: context.now() } };
	let { error } = call;
	if (target && args) {
		const subject = () => ({
			provider: call.log.provider ?? target.provider,
			model: target.model,
			tokenSource: target.tokenSource,
		});
		try {
			await withSubject(subject, () => receive(call, target, args, received, onDelta, context));
			if (target.model !== undefined) rememberModels([{ id: target.model, task: target.task }], context);
		} catch (problem) {
			error = problem;
		}
		received.timing.ended ??= context.now();
	}
	if (isLeft(context)) throw context.signal.reason;
	return await finish(call, args, received, error, context);
}

async function receive(
	{ options, log, recorder, listen }: OpenCall,
	target: CallTarget,
	args: Args,
	received: Received,
	onDelta: (delta: Delta) => void,
	context: Context,
): Promise<void> {
	const answer = await send({ target, args, options, log, recorder }, listen, context);
	const { timing } = received;
	if ("chunks" in answer) {
		const tools: string[] = [];
		for await (const chunk of answer.chunks) {
			const delta = addChunk(received, chunk, context);
			for (const { index, name, arguments: piece } of delta.toolCalls) {
				tools[index] = `${tools[index] ?? ""}${name ? `${name}(` : ""}${piece}`;
			}
			received.output = received.text;
			onDelta(delta);
		}
		timing.ended = context.now();
		const calls = tools.filter(Boolean).map((tool) => `${tool})`);
		if (calls.length === 0) return;
		const described = `${received.text === "" ? "" : "\n\n"}${calls.join("\n")}`;
		received.output = received.text + described;
		onDelta({ content: described, reasoning: "", toolCalls: [] });
		return;
	}
	timing.ended = context.now();
	if (!("result" in answer)) return;
	received.usage = readUsage(answer.result);
	const files = findFiles(answer.result);
	if (files) files.push(...(await otherFiles(answer.result)));
	if (!files) {
		received.output = findText(answer.result) ?? answer.result;
		if (answer.failure) throw answer.failure.error;
		return;
	}
	const { output, number, force } = options;
	const paths = await saveFiles(files, { task: target.task, model: target.model, output, number, force }, context);
	const saved = files.map(({ type, size }, index) => ({ path: paths[index] ?? "", type, size }));
	received.output = saved.length === 1 ? saved[0] : saved;
	received.images = files.filter(({ type }) => type.startsWith("image/"));
}

async function finish(
	{ pair, target, log, recorder }: OpenCall,
	args: Args | undefined,
	{ output, usage, images, timing }: Received,
	error: unknown,
	context: Context,
): Promise<Comparison> {
	const identity = target ? callIdentity(target) : {};
	const exchange = await recorder?.show(identity, target && error === undefined ? priceSource(target) : undefined);
	await recorder?.end({ identity, isSandbox: target?.isSandbox, arguments: args, output, error });
	const { started, firstToken, ended } = timing;
	const rate = tokensPerSecond(usage, timing);
	return {
		pair,
		images,
		error,
		isSandbox: target?.isSandbox,
		pricesDate: exchange?.pricesDate,
		entry: {
			model: target?.model ?? pair.model ?? null,
			provider: exchange?.provider ?? log.provider ?? target?.provider ?? pair.provider ?? null,
			output,
			first_ms: firstToken === undefined ? null : Math.round(firstToken - started),
			total_ms: ended === undefined ? null : Math.round(ended - started),
			tokens_per_second: rate === undefined ? null : Math.round(rate * 10) / 10,
			usage: exchange?.usage ?? null,
			cost_usd: exchange?.cost_usd ?? null,
			price_source: exchange?.price_source ?? null,
			...(error === undefined ? {} : { error: reportOf(error, context) }),
		},
	};
}
