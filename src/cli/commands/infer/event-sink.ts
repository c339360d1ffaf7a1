import type { Context } from "../../context.ts";
import type { Sink } from "../../output/text-sink.ts";
import type { Target } from "../../target/target.ts";
import { toJson } from "../../terminal/json.ts";

/** Prints a stream as events for programs, one JSON object per line. */
export function createEventSink(target: Target, context: Context): Sink {
	const print = (event: object): Promise<void> => context.print(`${toJson(event)}\n`);
	const provider = target.provider ?? target.local?.server.kind.id ?? (target.endpointUrl ? "endpoint" : "auto");
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
