import { omitUndefined } from "../../../base/json.ts";
import { readUsage } from "../../../inference/delta.ts";
import type { ChatCompletionOutputUsage, ObjectEvent } from "../../../inference/index.ts";
import { type CallTarget, callIdentity, priceSource } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import { conflict } from "../../errors/usage.ts";
import { rememberModels } from "../../network/model-cache.ts";
import { type PrintOptions, printResult } from "../../output/result.ts";
import { checkOutput } from "../../output/save.ts";
import { nameOf, printStats, type Timing } from "../../output/stats.ts";
import { addChunk, createTextSink, type Sink, type StreamedAnswer } from "../../output/text-sink.ts";
import { toJson } from "../../terminal/json.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import type { InferCall, InferOptions, OpenedResponse } from "./options.ts";
import { isStreamed } from "./send.ts";

function printOptions({ target, args, options }: InferCall): PrintOptions {
	const { output, number, force, format, preview } = options;
	const isObject = options.answer !== undefined;
	return { task: target.task, model: target.model, output, number, force, format, preview, args, isObject };
}

/** @throws UsageError if the answer could not be printed or saved: nothing is sent then */
export function checkPlace(call: InferCall, context: Context): void {
	const { target, args, options } = call;
	const { output, format } = options;
	const isFile = output !== undefined && output !== "-";
	const hasEvents = format === "ndjson" && (options.answer !== undefined || isStreamed(target, options, args));
	if (isFile && (format === "table" || hasEvents)) {
		throw conflict(
			`--format ${format} prints to standard output, and -o writes a file.`,
			format === "table" ? "Leave one of them out." : "Redirect the events, as in > events.ndjson.",
		);
	}
	if (output !== undefined || context.stdout.isTTY) checkOutput(printOptions(call), context);
}

/** Prints an answer; returns the model's output. */
export async function printAnswer(
	call: InferCall,
	answer: OpenedResponse,
	context: Context,
): Promise<Pick<Printed, "output" | "reasoning">> {
	const { target, options } = call;
	const timing = { ...answer.timing };
	const { usage, output, reasoning } = await printContent(call, answer, timing, context);
	if (options.stats) {
		timing.ended = context.now();
		// The price look-up is not part of the call.
		const log = { ...call.log };
		const exchange = await call.recorder?.show(callIdentity(target), priceSource(target));
		printStats({ ...call, log, exchange }, usage, timing, context);
	}
	// The model works, so completion may suggest it.
	if (target.model !== undefined && target.endpointUrl === undefined && !isUnattended(context.env)) {
		rememberModels([{ id: target.model, task: target.task }], context);
	}
	return { output, reasoning };
}

async function printContent(
	call: InferCall,
	answer: OpenedResponse,
	timing: Timing,
	context: Context,
): Promise<Printed> {
	if ("objects" in answer) return await printObjects(answer.objects, timing, context);
	if ("chunks" in answer) {
		return await printStream(answer.chunks, await openSink(call.target, call.options, context), timing, context);
	}
	const { failure } = answer;
	// After the deadline nothing more may be sent, but the partial answer is printed.
	await printResult(answer.result, printOptions(call), failure ? withoutDeadline(context) : context);
	if (failure) {
		context.warn(PARTIAL);
		throw failure.error;
	}
	return { usage: readUsage(answer.result), output: answer.result };
}

/** The note for an incomplete answer that is printed. */
export const PARTIAL = "The answer is incomplete: the call ended first.";

/** A context in which something can be printed after the deadline. */
export function withoutDeadline(context: Context): Context {
	return Object.create(context, { signal: { value: new AbortController().signal } }) as Context;
}

const loadDrawing = () => import("./draw-answer.tsx");

function isDrawn({ task }: CallTarget, { format, raw }: InferOptions, { stdout, env }: Context): boolean {
	if (format === "ndjson" || task !== "conversational" || raw) return false;
	return Boolean(stdout.isTTY) && env["TERM"] !== "dumb" && !isUnattended(env);
}

/** Loads what will draw the answer while the request is in flight. */
export function preloadDrawing({ target, args, options }: InferCall, context: Context): void {
	if (!isStreamed(target, options, args) || options.answer || !isDrawn(target, options, context)) return;
	// A failure shows when the code is needed.
	void loadDrawing().catch(() => undefined);
}

/** Events for programs; for people Markdown drawn on the terminal, or plain text. */
export async function openSink(target: CallTarget, options: InferOptions, context: Context): Promise<Sink> {
	if (options.format === "ndjson") return createEventSink(target, context);
	if (!isDrawn(target, options, context)) return createTextSink(context);
	const { createDrawnSink } = await loadDrawing();
	return createDrawnSink(context);
}

interface Printed {
	usage: ChatCompletionOutputUsage | undefined;
	/** The model's output: the result, or the text of a stream. */
	output: unknown;
	/** Of a streamed chat. */
	reasoning?: StreamedAnswer["reasoning"];
}

/** Prints a value as it grows, one event per line, and at the end the result. */
async function printObjects(
	events: AsyncIterable<ObjectEvent<unknown>>,
	timing: Timing,
	context: Context,
): Promise<Printed> {
	let usage: ChatCompletionOutputUsage | undefined;
	let output: unknown;
	for await (const event of events) {
		timing.firstToken ??= context.now();
		const { type, value } = event;
		if (event.type !== "partial") {
			usage = readUsage(event.completion);
			output = value;
		}
		await context.print(`${toJson({ type, value, ...omitUndefined({ usage }) })}\n`);
	}
	return { usage, output };
}

/** Prints a stream, and records when its first token arrives. */
async function printStream(
	chunks: AsyncIterable<unknown>,
	sink: Sink,
	timing: Timing,
	context: Context,
): Promise<Printed> {
	const answer: StreamedAnswer = { text: "", timing };
	try {
		await sink.start();
		for await (const chunk of chunks) await sink.add(addChunk(answer, chunk, context));
	} catch (error) {
		await sink.breakOff();
		throw error;
	}
	await sink.end(answer.usage, answer.finishReason);
	return { usage: answer.usage, output: answer.text, reasoning: answer.reasoning };
}

/** Prints a stream as events for programs, one JSON object per line. */
function createEventSink(target: CallTarget, context: Context): Sink {
	const print = (event: object): Promise<void> => context.print(`${toJson(event)}\n`);
	return {
		start: () => print({ type: "start", task: target.task, model: target.model ?? null, provider: nameOf(target) }),
		add: async ({ content, reasoning, toolCalls }) => {
			if (reasoning) await print({ type: "reasoning", content: reasoning });
			if (content) await print({ type: "delta", content });
			if (toolCalls.length > 0) await print({ type: "tool_calls", tool_calls: toolCalls });
		},
		breakOff: () => undefined,
		end: async (usage, finishReason) => {
			if (usage) await print({ type: "usage", ...usage });
			await print({ type: "end", finish_reason: finishReason ?? null });
		},
	};
}
