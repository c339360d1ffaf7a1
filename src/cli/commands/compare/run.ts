import { servedTask } from "../../../catalogue/aliases.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { codeOf } from "../../errors/code.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/usage.ts";
import { readArgs } from "../../input/args.ts";
import { readTokenOption } from "../../input/token.ts";
import type { Listener } from "../../network/connect.ts";
import { checkTask } from "../../options/task.ts";
import { printJson } from "../../terminal/json.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import { startProgress } from "../../terminal/progress.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine } from "../../terminal/width.ts";
import type { InferOptions } from "../infer/options.ts";
import { type OpenCall, openCall, runCall } from "./call.ts";
import {
	type Board,
	type Comparison,
	describeNumbers,
	namePair,
	type Pair,
	readPairs,
	showOutput,
} from "./comparison.ts";

/** Sends one request to each pair, all at the same time, and shows the answers side by side. */
export async function runCompare(words: readonly string[], given: InferOptions, context: Context): Promise<void> {
	const pairs = readPairs(given);
	if (given.output === "-") {
		throw new UsageError("-o - takes one result, not several.", "Name files, as in -o {n}.{ext}.", "option-conflict");
	}
	const options = await readTokenOption(given, context);
	// Printed once, after the drawing has ended.
	const notes = new Set<string>();
	const hear: Listener = (event) => {
		if (event.type === "retry" || event.type === "note") notes.add(event.message);
	};
	const wanted = readWantedTask(options);
	const progress = context.showsProgress ? startProgress("Looking up the models", context) : undefined;
	let comparisons: Comparison[];
	try {
		const found = await Promise.all(
			pairs.map((pair, index) => openCall(pair, index + 1, wanted, options, hear, context)),
		);
		const task = found.find(({ target }) => target)?.target?.task;
		const calls = found.map((call) => withTask(call, task));
		if (progress && context.stdin.isTTY) progress.pause();
		const args = task && (await readArgs(task, words, options, context));
		progress?.update("Waiting for the answers");
		if (context.stdout.isTTY && !context.flags.json) progress?.stop();
		const isMarkdown = task === "conversational" && !options.raw;
		comparisons = await runAll(calls, args, await openBoard(pairs, isMarkdown, context), context);
	} finally {
		progress?.stop();
		for (const note of notes) context.note(note);
	}
	if (context.flags.json)
		await printJson(
			comparisons.map(({ entry }) => entry),
			context,
		);
	else await previewImages(comparisons, options, context);
	judge(comparisons);
}

async function runAll(
	calls: readonly OpenCall[],
	args: Args | undefined,
	board: Board,
	context: Context,
): Promise<Comparison[]> {
	const runOne = async (call: OpenCall, index: number): Promise<Comparison> => {
		const comparison = await runCall(call, args, (delta) => board.add(index, delta), context);
		board.end(index, comparison);
		return comparison;
	};
	try {
		return await Promise.all(calls.map(runOne));
	} finally {
		await board.close();
	}
}

/** Returns the task of `--task`, else that of the first known model, or chat if no model is named. */
function readWantedTask({ task, model }: InferOptions): InferenceTask | undefined {
	if (task !== undefined) return servedTask(checkTask(task));
	return model === undefined ? "conversational" : undefined;
}

/** All pairs get the same request, so they all run the same task. */
function withTask(call: OpenCall, task: InferenceTask | undefined): OpenCall {
	return call.target && task ? { ...call, target: { ...call.target, task } } : call;
}

async function previewImages(
	comparisons: readonly Comparison[],
	{ preview = "auto" }: InferOptions,
	context: Context,
): Promise<void> {
	const shown = comparisons.filter(({ images }) => images.length > 0);
	if (shown.length === 0 || preview === "none" || !context.stdout.isTTY) return;
	const { showRow } = await import("../../terminal/graphics/row.ts");
	const bytes = await Promise.all(
		shown.flatMap(({ images }) => images).map(async (image) => new Uint8Array(await image.arrayBuffer())),
	);
	await showRow(bytes, preview, context);
}

/** @throws the common error of all pairs, or {@link ExitWithoutError} if only some failed, or for different reasons */
function judge(comparisons: readonly Comparison[]): void {
	const errors = comparisons.flatMap(({ error }) => (error === undefined ? [] : [error]));
	if (errors.length === 0) return;
	const [first, ...others] = errors;
	const isOneCause = errors.length === comparisons.length && others.every((error) => codeOf(error) === codeOf(first));
	throw isOneCause ? first : new ExitWithoutError();
}

/** Shows columns on a terminal, and otherwise one answer after the other. */
async function openBoard(pairs: readonly Pair[], isChat: boolean, context: Context): Promise<Board> {
	const { stdout, env, flags } = context;
	if (flags.json) return { add: () => undefined, end: () => undefined, close: async () => undefined };
	if (!stdout.isTTY || env["TERM"] === "dumb" || isUnattended(env)) return createListBoard(context);
	const { createColumnBoard } = await import("./column-board.tsx");
	return createColumnBoard(pairs, isChat, context);
}

/**
 * Prints each answer under a line with its model and provider, in the order of the pairs, as soon as all before it
 * are complete.
 */
function createListBoard(context: Context): Board {
	const waiting = new Map<number, Comparison>();
	let next = 0;
	let printed = Promise.resolve();
	const print = async (comparison: Comparison): Promise<void> => {
		const { pair, entry, error } = comparison;
		const name = namePair({ model: entry.model ?? pair.model, provider: entry.provider ?? pair.provider });
		const facts = [name, entry.error ? `failed (${entry.error.code})` : describeNumbers(comparison)];
		const text = showOutput(entry.output);
		const isLast = text === "" || text.endsWith("\n") ? "" : "\n";
		const gap = next > 0 && !isFirst ? "\n" : "";
		isFirst = false;
		await context.print(
			`${gap}--- ${onOneLine(facts.filter(Boolean).join(" · "))} ---\n${sanitizeFor(text, context)}${isLast}`,
		);
		if (error !== undefined && entry.error) context.warn(`${name}: ${sanitize(entry.error.message)}`);
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

/** Only terminals interpret control characters; a pipe gets the text unchanged. */
function sanitizeFor(text: string, { stdout }: Context): string {
	return stdout.isTTY ? sanitize(text) : text;
}
