import { InferenceClientProviderOutputError } from "../../../errors.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Account } from "../../network/account.ts";
import type { CallLog, Listener } from "../../network/events.ts";
import type { Target } from "../../network/target.ts";
import type { Timing } from "../../output/stats.ts";
import type { InferOptions } from "./options.ts";

/** One call: whom, with what, and how its result is wanted. */
export interface InferCall {
	target: Target;
	args: Args;
	options: InferOptions;
	/** Summary of its events. */
	log: Readonly<CallLog>;
	/** The record of the call, where somebody wants it. */
	account?: Account | undefined;
}

/** A response: complete, or in chunks of which the first has arrived. */
export type Answer = { timing: Timing } & ({ result: unknown } | { chunks: AsyncIterable<unknown> });

/** Sends the call; returns as soon as there is something to print. */
export async function send(call: InferCall, listen: Listener, context: Context): Promise<Answer> {
	const { target, options } = call;
	const timing: Timing = { started: context.now() };
	if (isStreamed(target, options)) {
		const chunks = runStream<unknown>(target.task, libraryArgs(call), target.options);
		const first = await chunks.next();
		if (first.done) throw new InferenceClientProviderOutputError("The answer ended before anything came.");
		return { timing: { ...timing, firstChunk: context.now() }, chunks: startWith(first.value, chunks) };
	}
	const { createFileStore } = await import("../../output/store.ts");
	const storeFile = createFileStore(options.output, context);
	const result = await run<unknown>(target.task, libraryArgs(call), { ...target.options, storeFile });
	if (options.schema === undefined && call.args["response_format"] === undefined) return { timing, result };
	const { followSchema } = await import("./schema-check.ts");
	return { timing, result: await followSchema(result, libraryArgs(call), target, listen) };
}

/** Chat streams unless the whole answer is asked for or must be checked; other text streams when asked to. */
export function isStreamed({ task }: Target, { stream, format, json, schema, output }: InferOptions): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if (json || format === "json" || schema !== undefined || (output !== undefined && output !== "-")) return false;
	return stream ?? task === "conversational";
}

/** The arguments as the functions of the library take them. */
export function libraryArgs({ target, args, options, account }: InferCall): BaseArgs & Args {
	const { task, accessToken, model, provider, endpointUrl } = target;
	// Providers count the tokens of a stream only when asked to; some servers know nothing of it, so only if it is used.
	const isCounted =
		task === "conversational" &&
		(account !== undefined || options.stats || options.format === "ndjson") &&
		!args["stream_options"] &&
		isStreamed(target, options);
	const usage = isCounted ? { stream_options: { include_usage: true } } : {};
	return { ...args, ...usage, accessToken, model, provider, endpointUrl };
}

async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
	yield first;
	yield* rest;
}
