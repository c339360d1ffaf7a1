import { InferenceClientProviderOutputError } from "../../../errors.ts";
import { readMember } from "../../../http/index.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Account } from "../../network/account.ts";
import type { CallLog, Listener } from "../../network/events.ts";
import type { Target } from "../../network/target.ts";
import type { Timing } from "../../output/stats.ts";
import { createFileStore } from "../../output/store.ts";
import { readContent } from "../../output/stream-events.ts";
import { type InferOptions, isStreamed } from "./options.ts";

/** One call: whom, with what, and how its result is wanted. */
export interface InferCall {
	target: Target;
	args: Args;
	options: InferOptions;
	/** What its events add up to. */
	log: Readonly<CallLog>;
	/** The record of the call, where somebody wants it. */
	account?: Account | undefined;
}

/** What a service answers: all at once, or in chunks of which the first has come. */
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
	const storeFile = createFileStore(options.output, context);
	const result = await run<unknown>(target.task, libraryArgs(call), { ...target.options, storeFile });
	return { timing, result: await checkAnswer(result, call, listen) };
}

/** The arguments as the functions of the library take them. */
export function libraryArgs({ target, args, options, account }: InferCall): BaseArgs & Args {
	const { accessToken, model, provider, endpointUrl } = target;
	return { ...askForUsage(args, target, options, account !== undefined), accessToken, model, provider, endpointUrl };
}

/** Providers count the tokens of a stream only when asked to; some servers know nothing of it, so only if it is shown. */
function askForUsage(args: Args, target: Target, options: InferOptions, isKept: boolean): Args {
	const isShown =
		isStreamed(target, options) &&
		target.task === "conversational" &&
		(isKept || options.stats || options.format === "ndjson") &&
		!args["stream_options"];
	return isShown ? { ...args, stream_options: { include_usage: true } } : args;
}

async function* startWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
	yield first;
	yield* rest;
}

/**
 * Checks an answer against the JSON schema of `--schema`; services promise to follow it and do not always. One more
 * try tells the model what was wrong.
 */
async function checkAnswer(result: unknown, call: InferCall, listen: Listener): Promise<unknown> {
	const schema = readMember(readMember(call.args["response_format"], "json_schema"), "schema");
	if (schema === undefined) return result;
	const { findMismatch } = await import("./schema-check.ts");
	const problem = findMismatch(readAnswer(result), schema);
	if (problem === undefined) return result;
	listen({ type: "progress", text: "The answer does not follow the schema; asking once more" });
	const args = libraryArgs(call);
	const messages = [
		...(args["messages"] as unknown[]),
		{ role: "assistant", content: readAnswer(result) },
		{
			role: "user",
			content: `Your answer does not follow the JSON schema: ${problem} Answer again with JSON that does, and nothing else.`,
		},
	];
	const second = await run<unknown>(call.target.task, { ...args, messages }, call.target.options);
	const remaining = findMismatch(readAnswer(second), schema);
	if (remaining === undefined) return second;
	throw new InferenceClientProviderOutputError(`The answer does not follow the schema: ${remaining}`);
}

function readAnswer(result: unknown): string {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	return readContent(readMember(message, "content"));
}
