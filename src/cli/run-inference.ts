import { type Args, type BaseArgs, run, runStream } from "../inference/index.ts";
import type { Context } from "./context.ts";
import { printResult } from "./output/result.ts";
import { printStats, type Timing } from "./output/stats.ts";
import { createTextPrinter } from "./output/text.ts";
import { readDelta, readUsage, type Usage } from "./stream-events.ts";
import type { Target } from "./target.ts";

/** How the result is wanted. */
export interface ResultOptions {
	stream: boolean;
	format?: "text" | "json" | "ndjson";
	stats?: boolean;
}

type CallArgs = BaseArgs & Args;

/** Sends the call and prints its result. */
export async function runInference(
	target: Target,
	call: CallArgs,
	options: ResultOptions,
	context: Context,
): Promise<void> {
	const timing: Timing = { started: context.now() };
	let usage: Usage | undefined;
	if (options.stream && options.format === "ndjson") {
		usage = await printEvents(target, call, timing, context);
	} else if (options.stream) {
		usage = await printText(target, call, timing, context);
	} else {
		const result = await run<unknown>(target.task, call, target.options);
		usage = readUsage(result);
		await printResult(target.task, result, options.format, context);
	}
	timing.ended = context.now();
	if (options.stats) printStats(target, usage, timing, context);
}

/** The answer as text, as it comes. */
async function printText(target: Target, call: CallArgs, timing: Timing, context: Context): Promise<Usage | undefined> {
	const printer = createTextPrinter(context);
	let usage: Usage | undefined;
	let finishReason: string | undefined;
	for await (const chunk of runStream<unknown>(target.task, call, target.options)) {
		const delta = readDelta(chunk);
		if (delta.content || delta.reasoning) timing.firstToken ??= context.now();
		usage = readUsage(chunk) ?? usage;
		finishReason = delta.finishReason ?? finishReason;
		if (delta.reasoning) printer.think(delta.reasoning);
		if (delta.content) await printer.print(delta.content);
		for (const call of delta.toolCalls) printer.addToolCall(call);
	}
	await printer.end();
	if (finishReason === "length") context.note("The answer was cut at the limit of tokens; --max-tokens sets it.");
	return usage;
}

/** The answer as events, one JSON object a line. */
async function printEvents(
	target: Target,
	call: CallArgs,
	timing: Timing,
	context: Context,
): Promise<Usage | undefined> {
	const print = (event: object): Promise<void> => context.print(`${JSON.stringify(event)}\n`);
	let usage: Usage | undefined;
	let finishReason: string | null = null;
	await print({ type: "start", task: target.task, model: target.model ?? null, provider: target.provider ?? "auto" });
	for await (const chunk of runStream<unknown>(target.task, call, target.options)) {
		const delta = readDelta(chunk);
		if (delta.content || delta.reasoning) timing.firstToken ??= context.now();
		usage = readUsage(chunk) ?? usage;
		finishReason = delta.finishReason ?? finishReason;
		if (delta.reasoning) await print({ type: "reasoning", content: delta.reasoning });
		if (delta.content) await print({ type: "delta", content: delta.content });
		if (delta.toolCalls.length > 0) await print({ type: "tool_calls", tool_calls: delta.toolCalls });
	}
	if (usage) await print({ type: "usage", ...usage });
	await print({ type: "end", finish_reason: finishReason });
	return usage;
}
