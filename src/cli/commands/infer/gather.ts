import { type Fetch, readText } from "../../../http/index.ts";
import { CompletionDraft, countAnswers } from "../../../inference/delta.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { InferOptions } from "./options.ts";

/** What only an answer in one piece has. */
const WHOLE_ONLY = ["logprobs", "top_logprobs", "response_format", "audio", "modalities"];

/** Whether a chat whose answer is printed as a whole is read as a stream, so that a deadline leaves what has come. */
export function isGathered({ task }: CallTarget, { deadline, stream, answer }: InferOptions, args: Args): boolean {
	if (!deadline || task !== "conversational" || stream === false || answer !== undefined) return false;
	return (countAnswers(args) ?? 1) === 1 && WHOLE_ONLY.every((name) => args[name] === undefined);
}

/** An answer, and why it is not whole. */
export interface Gathered {
	result: unknown;
	failure?: { error: unknown };
}

/**
 * Reads a chat as a stream, and returns it as one answer; what had come when the call was ended has the finish reason
 * null. A service that does not stream answers as a whole.
 * @throws the error of a stream that broke off by itself, or before there was any text
 */
export async function gather(args: BaseArgs & Args, { task, options }: CallTarget): Promise<Gathered> {
	const { fetch: network = fetch, signal } = options;
	const draft = new CompletionDraft();
	let whole: { text: string; headers: Headers } | undefined;
	const watched: Fetch = async (input, init) => {
		const response = await network(input, init);
		const { ok, headers } = response;
		if (init?.method !== "POST" || !ok || !/\bjson\b/.test(headers.get("content-type") ?? "")) return response;
		whole = { text: await readText(response), headers };
		throw new Error("The answer came as a whole.");
	};
	try {
		const counted = { ...args, stream_options: { include_usage: true, ...(args["stream_options"] as object) } };
		for await (const chunk of runStream<unknown>(task, counted, { ...options, fetch: watched })) draft.add(chunk);
	} catch (error) {
		if (whole) return { result: await readWhole(whole, args, task, options) };
		if (draft.content === "" || !signal?.aborted) throw error;
		return { result: partOf(draft), failure: { error } };
	}
	return { result: draft.toCompletion() };
}

/** Reads an answer as a call does that does not stream, with the response in place of the network. */
async function readWhole(
	{ text, headers }: { text: string; headers: Headers },
	args: BaseArgs & Args,
	task: CallTarget["task"],
	options: CallTarget["options"],
): Promise<unknown> {
	const network = options.fetch ?? fetch;
	const known: Fetch = async (input, init) =>
		init?.method === "POST" ? new Response(text, { headers: plainHeaders(headers) }) : await network(input, init);
	return await run<unknown>(task, args, { ...options, fetch: known });
}

/** The body is read already: neither compressed nor of the length that the service sent. */
function plainHeaders(headers: Headers): Headers {
	const plain = new Headers();
	headers.forEach((value, name) => {
		if (!/^content-(?:length|encoding)$/i.test(name)) plain.set(name, value);
	});
	return plain;
}

function partOf(draft: CompletionDraft): unknown {
	const { choices, ...head } = draft.toCompletion();
	return { ...head, choices: choices.map((choice) => ({ ...choice, finish_reason: null })) };
}
