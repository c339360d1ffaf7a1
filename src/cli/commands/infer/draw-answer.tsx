import type { Context } from "../../context.ts";
import type { Sink } from "../../output/text-sink.ts";
import { AnswerLines } from "../../ui/answer-lines.ts";
import { liveSize, openLive } from "../../ui/live.tsx";

/** Draws an answer on the terminal as it arrives, like the chat. */
export function createDrawnSink(context: Context): Sink {
	const measure = (): { width: number; tallest: number } => {
		const { columns, rows } = liveSize(context);
		return { width: columns, tallest: rows };
	};
	const answer = new AnswerLines({ ...measure(), colors: context.colors.stdout, isRaw: false });
	const toolCalls: string[] = [];
	const live = openLive(context, {
		take: () => answer.take(),
		open: () => answer.open(),
		resize: () => answer.resize(measure()),
	});
	const close = (): void => {
		answer.end();
		live.close(answer.take());
	};
	return {
		start: async () => undefined,
		add: async ({ content, reasoning, toolCalls: pieces }) => {
			if (reasoning && context.stderr.isTTY && !context.flags.quiet) answer.push(reasoning, true);
			if (content) answer.push(content);
			for (const { index, name, arguments: piece } of pieces) {
				toolCalls[index] = `${toolCalls[index] ?? ""}${name ? `${name}(` : ""}${piece}`;
			}
			live.plan();
		},
		breakOff: () => {
			close();
			// If the terminal echoes Ctrl-C, ^C is in the answer or below it.
			live.redraw();
		},
		end: async (_usage, finishReason) => {
			const calls = toolCalls.filter(Boolean).map((call) => `${call})`);
			if (calls.length > 0) answer.push(`\n\n${calls.join("\n")}`);
			close();
			if (finishReason === "length") context.note("The answer was cut at the token limit; --max-tokens sets it.");
		},
	};
}
