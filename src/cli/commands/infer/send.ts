import { InferenceClientProviderOutputError } from "../../../errors.ts";
import type { Args, BaseArgs, ObjectEvent } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Account } from "../../network/account.ts";
import type { CallLog, Listener } from "../../network/connect.ts";
import { calleeOf, type Target } from "../../network/target.ts";
import type { Timing } from "../../output/stats.ts";
import type { InferOptions } from "./options.ts";

/** Sends the call; returns as soon as there is something to print. */
export async function send(call: InferCall, listen: Listener, context: Context): Promise<Answer> {
	const { target, args, options } = call;
	const timing: Timing = { started: context.now() };
	if (isStreamed(target, options) && !options.answer) {
		const chunks = runStream<unknown>(target.task, libraryArgs(call), target.options);
		const first = await chunks.next();
		if (first.done) throw new InferenceClientProviderOutputError("The answer ended before it began.");
		return { timing: { ...timing, firstChunk: context.now() }, chunks: startWith(first.value, chunks) };
	}
	// What the answer must follow: `--schema`, or a schema in the arguments.
	if (target.task === "conversational" && (options.answer || args["response_format"] !== undefined)) {
		const plan = options.answer ?? (await (await import("../../input/answer-form.ts")).planOf(args));
		const { sendForObject } = await import("./send-for-object.ts");
		if (plan) return await sendForObject(plan, call, timing, listen, context);
	}
	const { createFileStore } = await import("../../output/store.ts");
	const storeFile = createFileStore(options.output, context);
	const result = await run<unknown>(target.task, libraryArgs(call), { ...target.options, storeFile });
	return { timing, result };
}

/** One call: its target, its arguments, and the options for its result. */
export interface InferCall {
	target: Target;
	args: Args;
	options: InferOptions;
	/** What its events add up to. */
	log: Readonly<CallLog>;
	/** The record of the call, where one is wanted. */
	account?: Account | undefined;
}

/** What a service answers: all at once, or in chunks of which the first has come. */
export type Answer = { timing: Timing } & (
	| { result: unknown }
	| { chunks: AsyncIterable<unknown> }
	/** Of a value that follows a schema, as it grows. */
	| { objects: AsyncIterable<ObjectEvent<unknown>> }
);

/** Chat streams unless the whole answer is asked for or must be checked; other text streams when asked to. */
export function isStreamed({ task }: Target, { stream, format, json, answer, output }: InferOptions): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if (json || format === "json" || answer !== undefined || (output !== undefined && output !== "-")) return false;
	return stream ?? task === "conversational";
}

/** Returns the arguments as the functions of the library take them. */
export function libraryArgs({ target, args, options, account }: InferCall): BaseArgs & Args {
	const { task } = target;
	// Providers count the tokens of a stream only when asked to; some servers know nothing of it, so only if it is used.
	const isCounted =
		task === "conversational" &&
		(account !== undefined || options.stats || options.format === "ndjson") &&
		!args["stream_options"] &&
		isStreamed(target, options);
	const usage = isCounted ? { stream_options: { include_usage: true } } : {};
	return { ...args, ...usage, ...calleeOf(target) };
}

export async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
	yield first;
	yield* rest;
}
