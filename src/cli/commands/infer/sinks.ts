import type { Context } from "../../context.ts";
import type { Target } from "../../network/target.ts";
import type { Sink } from "../../output/sink.ts";
import { createTextPrinter } from "../../output/text.ts";
import { isUnattended } from "../../terminal/ci.ts";
import { toJson } from "../../terminal/json.ts";
import type { InferOptions } from "./options.ts";

/** Events for programs; for people Markdown drawn on the terminal, or plain text. */
export async function openSink(target: Target, { format, raw }: InferOptions, context: Context): Promise<Sink> {
	if (format === "ndjson") return createEventSink(target, context);
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
