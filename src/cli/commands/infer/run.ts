import { InferenceClientProviderOutputError } from "../../../errors.ts";
import { readMember } from "../../../http/index.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Target } from "../../network/target.ts";
import { type PrintOptions, printResult } from "../../output/result.ts";
import type { Sink } from "../../output/sink.ts";
import { printStats, type Timing } from "../../output/stats.ts";
import { readContent, readDelta, readUsage, type Usage } from "../../output/stream-events.ts";
import { createTextPrinter } from "../../output/text.ts";
import { isUnattended } from "../../terminal/ci.ts";
import { toJson } from "../../terminal/json.ts";
import type { Progress } from "../../terminal/progress.ts";

/** One call: whom, what, and how the result is wanted. */
export interface Inference {
	target: Target;
	call: BaseArgs & Args;
	stream: boolean;
	stats: boolean;
	print: PrintOptions;
	progress: Progress;
	/** Plain text on a terminal too. */
	raw: boolean;
	/** Called before anything is printed. */
	commit(): void;
}

/** Sends the call and prints its result. */
export async function runInference(inference: Inference, context: Context): Promise<void> {
	const { target, call, progress } = inference;
	const timing: Timing = { started: context.now() };
	let usage: Usage | undefined;
	try {
		if (inference.stream) {
			usage = await printStream(inference, timing, context);
		} else {
			const result = await run<unknown>(target.task, call, target.options);
			const checked = call["response_format"] === undefined ? result : await checkAnswer(result, inference);
			usage = readUsage(checked);
			progress.stop();
			inference.commit();
			await printResult(checked, inference.print, context);
		}
	} finally {
		progress.stop();
	}
	timing.ended = context.now();
	if (inference.stats) printStats(target, usage, timing, context);
}

/** The answer as it comes: as text, or as events, one JSON object a line. */
async function printStream(inference: Inference, timing: Timing, context: Context): Promise<Usage | undefined> {
	const { target, call, progress, commit } = inference;
	const chunks = startAtOnce(runStream<unknown>(target.task, call, target.options));
	const sink = await openSink(inference, context);
	let usage: Usage | undefined;
	let finishReason: string | undefined;
	try {
		for await (const chunk of chunks) {
			if (timing.firstChunk === undefined) {
				timing.firstChunk = context.now();
				progress.stop();
				commit();
				await sink.start();
			}
			const delta = readDelta(chunk);
			if (delta.content || delta.reasoning) timing.firstToken ??= context.now();
			usage = readUsage(chunk) ?? usage;
			finishReason = delta.finishReason ?? finishReason;
			await sink.add(delta);
		}
		if (timing.firstChunk === undefined) {
			throw new InferenceClientProviderOutputError("The answer ended before anything came.");
		}
	} catch (error) {
		await sink.breakOff();
		throw error;
	}
	await sink.end(usage, finishReason);
	return usage;
}

/** Asks for the first item now, not when somebody takes it: a request is on its way while what shows it is loaded. */
function startAtOnce<Item>(items: AsyncGenerator<Item>): AsyncIterable<Item> {
	const first = items.next();
	// Whoever takes it hears of a failure.
	first.catch(() => undefined);
	return {
		async *[Symbol.asyncIterator]() {
			for (let item = await first; !item.done; item = await items.next()) yield item.value;
		},
	};
}

/** Events for programs; for people markdown drawn on the terminal, or plain text. */
async function openSink({ target, print, raw }: Inference, context: Context): Promise<Sink> {
	if (print.format === "ndjson") return createEventSink(target, context);
	const { stdout, env } = context;
	const isDrawn =
		stdout.isTTY && target.task === "conversational" && !raw && env["TERM"] !== "dumb" && !isUnattended(env);
	if (!isDrawn) return createTextSink(context);
	const { createDrawnSink } = await import("./draw-answer.tsx");
	return createDrawnSink(context);
}

function createTextSink(context: Context): Sink {
	const printer = createTextPrinter(context);
	return {
		start: async () => undefined,
		add: async ({ content, reasoning, toolCalls }) => {
			if (reasoning) printer.think(reasoning);
			if (content) await printer.print(content);
			for (const piece of toolCalls) printer.addToolCall(piece);
		},
		breakOff: () => printer.breakOff(),
		end: async (_usage, finishReason) => {
			await printer.end();
			if (finishReason === "length") context.note("The answer was cut at the limit of tokens; --max-tokens sets it.");
		},
	};
}

function createEventSink(target: Target, context: Context): Sink {
	const print = (event: object): Promise<void> => context.print(`${toJson(event)}\n`);
	const provider = target.provider ?? (target.endpointUrl ? "endpoint" : "auto");
	return {
		start: () => print({ type: "start", task: target.task, model: target.model ?? null, provider }),
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

/**
 * Checks an answer against the JSON schema of `--schema`; services promise to follow it and do not always. One more
 * try tells the model what was wrong.
 */
async function checkAnswer(result: unknown, { target, call, progress }: Inference): Promise<unknown> {
	const schema = readMember(readMember(call["response_format"], "json_schema"), "schema");
	if (schema === undefined) return result;
	const { findMismatch } = await import("./schema-check.ts");
	const problem = findMismatch(readAnswer(result), schema);
	if (problem === undefined) return result;
	progress.update("The answer does not follow the schema; asking once more");
	const messages = [
		...(call["messages"] as unknown[]),
		{ role: "assistant", content: readAnswer(result) },
		{
			role: "user",
			content: `Your answer does not follow the JSON schema: ${problem} Answer again with JSON that does, and nothing else.`,
		},
	];
	const second = await run<unknown>(target.task, { ...call, messages }, target.options);
	const remaining = findMismatch(readAnswer(second), schema);
	if (remaining === undefined) return second;
	throw new InferenceClientProviderOutputError(`The answer does not follow the schema: ${remaining}`);
}

function readAnswer(result: unknown): string {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	return readContent(readMember(message, "content"));
}
