import { type Delta, type NumberedPiece, readDelta, readUsage, ToolCallDrafts } from "../../inference/delta.ts";
import type { ChatCompletionOutputUsage } from "../../inference/index.ts";
import type { ReasoningField } from "../../inference/types.ts";
import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Timing } from "./stats.ts";

/** The content of a stream so far. */
export interface StreamedAnswer {
	text: string;
	/** The model's reasoning, in the service's field; undefined without any. */
	reasoning?: { [field in ReasoningField]?: string } | undefined;
	timing: Timing;
	usage?: ChatCompletionOutputUsage | undefined;
	finishReason?: string | undefined;
	/** The calls in it. */
	calls?: ToolCallDrafts;
}

/** A piece of an answer, with the positions of its calls. */
export interface ShownDelta extends Delta {
	toolCalls: NumberedPiece[];
}

/** Adds a chunk of a stream to its answer; returns the content of the chunk. */
export function addChunk(answer: StreamedAnswer, chunk: unknown, { now }: Pick<Context, "now">): ShownDelta {
	const delta = readDelta(chunk);
	if (delta.content || delta.reasoning) answer.timing.firstToken ??= now();
	answer.usage = readUsage(chunk) ?? answer.usage;
	answer.finishReason = delta.finishReason ?? answer.finishReason;
	answer.text += delta.content;
	const { reasoningField: field } = delta;
	if (field) answer.reasoning = { [field]: `${answer.reasoning?.[field] ?? ""}${delta.reasoning}` };
	if (delta.toolCalls.length === 0) return { ...delta, toolCalls: [] };
	answer.calls ??= new ToolCallDrafts();
	return { ...delta, toolCalls: answer.calls.number(delta.toolCalls) };
}

/** Receives and shows the chunks of an answer. */
export interface Sink {
	/** The first chunk has arrived. */
	start(): Promise<void>;
	add(delta: ShownDelta): Promise<void>;
	/** The answer ends before it is complete. */
	breakOff(): void | Promise<void>;
	end(usage?: ChatCompletionOutputUsage, finishReason?: string): Promise<void>;
}

/** Creates a sink that prints plain text; reasoning is shown only on terminals, tool calls at the end. */
export function createTextSink(context: Context): Sink {
	const { stdout, stderr, colors, flags } = context;
	let last = "\n";
	let isThinking = false;
	const toolCalls = new Map<number, { name: string; arguments: string }>();
	const print = async (text: string): Promise<void> => {
		if (isThinking) stderr.write("\n\n");
		isThinking = false;
		await context.print(text);
		last = text.at(-1) ?? last;
	};
	return {
		start: async () => undefined,
		add: async ({ content, reasoning, toolCalls: pieces }) => {
			if (reasoning && stderr.isTTY && !flags.quiet) {
				isThinking = true;
				stderr.write(colors.stderr.dim(sanitize(reasoning)));
			}
			if (content) await print(content);
			for (const { index, name, arguments: piece } of pieces) {
				const known = toolCalls.get(index);
				toolCalls.set(index, { name: name ?? known?.name ?? "", arguments: (known?.arguments ?? "") + piece });
			}
		},
		// An error must not appear on the last line of a partial answer.
		breakOff: () => {
			if (isThinking) stderr.write("\n");
			if (stdout.isTTY && last !== "\n") stdout.write("\n");
		},
		end: async (_usage, finishReason) => {
			if (toolCalls.size > 0 && last !== "\n") await print("\n");
			const calls = [...toolCalls].sort(([one], [other]) => one - other);
			for (const [, { name, arguments: args }] of calls) await print(`${name}(${args})\n`);
			if (last !== "\n") await context.print("\n");
			if (finishReason === "length") context.note("The answer was cut at the token limit; --max-tokens sets it.");
		},
	};
}
