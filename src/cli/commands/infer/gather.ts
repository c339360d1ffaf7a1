import { isRecord, readMember } from "../../../base/json.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import { type Fetch, readText } from "../../../http/index.ts";
import { CompletionDraft, readDelta } from "../../../inference/delta.ts";
import type { Args, BaseArgs, FinalCompletion, InferenceTask } from "../../../inference/index.ts";
import { refusesFeature } from "../../../inference/object/request.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { InferOptions } from "./options.ts";

/**
 * Tasks whose answers can be read as streams → arguments with which they are not: spoken answers stream in another format
 * than the requested one, and streams of texts lack several answers, the prompt, and token details.
 */
const WHOLE_ONLY: Readonly<Partial<Record<InferenceTask, readonly string[]>>> = {
	conversational: ["audio", "modalities"],
	"text-generation": [
		...["n", "best_of", "echo", "return_full_text"],
		...["details", "decoder_input_details", "top_n_tokens", "logprobs"],
	],
};

/**
 * Whether an answer that is printed as a whole is read as a stream, so that a deadline leaves what has come. With
 * `--no-stream` too: it is about what is printed.
 */
export function isGathered({ task }: CallTarget, { deadline }: InferOptions, args: Args): boolean {
	const { parameters } = args;
	const given: Members = { ...args, ...(isRecord(parameters) ? parameters : {}) };
	return Boolean(deadline) && (WHOLE_ONLY[task]?.every((name) => !given[name]) ?? false);
}

/** An answer, and why it is incomplete. */
export interface Gathered {
	result: unknown;
	failure?: { error: unknown };
}

/**
 * Reads a chat or a text as a stream, and returns it as one answer. A chat that was incomplete when the call was aborted
 * has the finish reason null. Also reads the whole response of a service that does not stream.
 * @throws the error of a stream that broke off, or was aborted before any text
 */
export async function gather(
	args: BaseArgs & Args,
	{ task, options }: Pick<CallTarget, "task" | "options">,
): Promise<Gathered> {
	const { fetch: network = fetch, signal } = options;
	const draft = task === "conversational" ? new ChatDraft() : new TextDraft();
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
		for await (const chunk of runStream<unknown>(task, counted, { ...options, fetch: watched })) {
			draft.add(chunk);
		}
	} catch (error) {
		if (whole) return { result: await readWhole(whole, args, task, options) };
		if (refusesFeature(error, /stream/i)) return { result: await run<unknown>(task, args, options) };
		const isEnded = signal?.aborted || error instanceof InferenceClientDeadlineError;
		const part = isEnded ? draft.toPart() : undefined;
		if (part === undefined) throw error;
		return { result: part, failure: { error } };
	}
	return { result: draft.toResult() };
}

/** Reads a response like a call that does not stream, with the response in place of the network. */
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

/** The received part of a streamed answer. */
interface Draft {
	add(chunk: unknown): void;
	toResult(): unknown;
	/** The received part of an aborted answer; undefined without any text. */
	toPart(): unknown;
}

class ChatDraft implements Draft {
	readonly #completion = new CompletionDraft();
	readonly #others = new OtherMembers();

	add(chunk: unknown): void {
		this.#completion.add(chunk);
		this.#others.add(chunk);
	}

	toResult(): unknown {
		return this.#others.addTo(this.#completion.toCompletion());
	}

	toPart(): unknown {
		const { choices, ...head } = this.#completion.toCompletion();
		if (!choices.some(({ message }) => message.content)) return undefined;
		// Answers that the service has not ended have the finish reason null.
		const ended = choices.map((choice) => ({ ...choice, finish_reason: choice.finish_reason || (null as never) }));
		return this.#others.addTo({ ...head, choices: ended });
	}
}

class TextDraft implements Draft {
	#text = "";
	/** The whole text, if the service repeats it at the end. */
	#whole: string | undefined;

	add(chunk: unknown): void {
		this.#text += readDelta(chunk).content;
		const whole = readMember(chunk, "generated_text");
		if (typeof whole === "string") this.#whole = whole;
	}

	toResult(): unknown {
		return { generated_text: this.#whole ?? this.#text };
	}

	toPart(): unknown {
		return this.#text === "" ? undefined : this.toResult();
	}
}

type Members = Record<string, unknown>;

/** A record without a prototype, so that no member name is special. */
const openRecord = (): Members => Object.create(null) as Members;

/** Members that {@link CompletionDraft} keeps. */
const KNOWN_OF_CHUNK: ReadonlySet<string> = new Set(["id", "object", "created", "model", "choices", "usage"]);
const KNOWN_OF_CHOICE: ReadonlySet<string> = new Set(["index", "delta", "finish_reason"]);
const KNOWN_OF_MESSAGE: ReadonlySet<string> = new Set([
	"role",
	"content",
	"refusal",
	"reasoning",
	"reasoning_content",
	"tool_calls",
]);

/** The other members of a stream, which an answer in one piece has too: `logprobs`, `citations`, `timings`. */
class OtherMembers {
	readonly #head = openRecord();
	/** By position. */
	readonly #choices = new Map<number, { choice: Members; message: Members }>();

	add(chunk: unknown): void {
		if (!isRecord(chunk)) return;
		// Lists of the whole response are repeated in full.
		for (const [name, value] of Object.entries(chunk)) if (!KNOWN_OF_CHUNK.has(name)) this.#head[name] = value;
		const { choices } = chunk;
		for (const [place, given] of (Array.isArray(choices) ? choices : []).entries()) {
			if (!isRecord(given)) continue;
			const index = typeof given["index"] === "number" ? given["index"] : place;
			const known = this.#choices.get(index) ?? { choice: openRecord(), message: openRecord() };
			this.#choices.set(index, known);
			addMembers(known.choice, given, KNOWN_OF_CHOICE);
			if (isRecord(given["delta"])) addMembers(known.message, given["delta"], KNOWN_OF_MESSAGE);
		}
	}

	addTo({ choices, ...head }: FinalCompletion): unknown {
		return {
			...this.#head,
			...head,
			choices: choices.map((choice, index) => {
				const found = this.#choices.get(index);
				return { ...found?.choice, ...choice, message: { ...found?.message, ...choice.message } };
			}),
		};
	}
}

/** Adds members of a chunk to the earlier ones: lists are concatenated, and of other values the last one counts. */
function addMembers(members: Members, added: object, known?: ReadonlySet<string>): void {
	for (const [name, value] of Object.entries(added) as [string, unknown][]) {
		const before = members[name];
		if (known?.has(name)) continue;
		if (Array.isArray(value)) {
			if (Array.isArray(before)) for (const item of value as unknown[]) before.push(item);
			else members[name] = [...(value as unknown[])];
		} else if (known && isRecord(value)) {
			// Lists in a member, as in `logprobs`; deeper values stay as they are.
			const inner = isRecord(before) ? before : openRecord();
			addMembers(inner, value);
			members[name] = inner;
		} else if (before === undefined || (value !== null && value !== undefined)) members[name] = value;
	}
}
