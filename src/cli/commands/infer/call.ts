import type { Args, BaseArgs, ObjectEvent } from "../../../inference/index.ts";
import type { Account } from "../../network/account.ts";
import type { CallLog } from "../../network/events.ts";
import { calleeOf, type Target } from "../../network/target.ts";
import type { Timing } from "../../output/stats.ts";
import type { InferOptions } from "./options.ts";

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
