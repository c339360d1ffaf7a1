import { render } from "ink";
import type { Context } from "../../context.ts";
import type { Sink } from "../../output/text-sink.ts";
import { AnswerLines, addLines, EMPTY_SCROLLBACK } from "../../ui/answer-lines.ts";
import { terminalSize } from "../../ui/ink-output.ts";
import { inkOptions, LiveText } from "../../ui/screen.tsx";

/** Pause between two frames, in milliseconds. */
const FRAME_TIME = 33;
/** Rows that stay free below the part that may change. */
const FREE_ROWS = 2;

/** Draws an answer on the terminal as it arrives, like the chat. */
export function createDrawnSink(context: Context): Sink {
	const { stdout, colors } = context;
	const answer = new AnswerLines({ ...measure(context), colors: colors.stdout, isRaw: false });
	const toolCalls: string[] = [];
	let scrollback = EMPTY_SCROLLBACK;
	let timer: NodeJS.Timeout | undefined;
	let instance: ReturnType<typeof render> | undefined;
	const surface = inkOptions(context);
	const draw = (last?: readonly string[]): void => {
		clearTimeout(timer);
		timer = undefined;
		scrollback = addLines(scrollback, answer.take());
		const open = last ?? answer.open();
		const element = <LiveText blocks={scrollback.blocks} open={[...scrollback.waiting, ...open]} />;
		if (instance) instance.rerender(element);
		else instance = render(element, surface);
	};
	const resize = (): void => {
		answer.resize(measure(context));
		draw();
	};
	const close = (): void => {
		stdout.off?.("resize", resize);
		answer.end();
		const rest = answer.take();
		// Ink leaves its last frame on the screen; an empty frame would leave a blank line.
		const last = rest.splice(-1);
		scrollback = addLines(scrollback, rest);
		if (instance || last.length > 0) draw(last);
		instance?.unmount();
		surface.stdout.release();
	};
	stdout.on?.("resize", resize);
	return {
		start: async () => undefined,
		add: async ({ content, reasoning, toolCalls: pieces }) => {
			if (reasoning && context.stderr.isTTY && !context.flags.quiet) answer.push(reasoning, true);
			if (content) answer.push(content);
			for (const { index, name, arguments: piece } of pieces) {
				toolCalls[index] = `${toolCalls[index] ?? ""}${name ? `${name}(` : ""}${piece}`;
			}
			timer ??= setTimeout(() => draw(), FRAME_TIME);
		},
		breakOff: () => {
			close();
			// If the terminal echoes Ctrl-C, ^C is in the answer or below it.
			surface.stdout.redraw();
		},
		end: async (_usage, finishReason) => {
			const calls = toolCalls.filter(Boolean).map((call) => `${call})`);
			if (calls.length > 0) answer.push(`\n\n${calls.join("\n")}`);
			close();
			if (finishReason === "length") context.note("The answer was cut at the token limit; --max-tokens sets it.");
		},
	};
}

function measure({ stdout }: Context): { width: number; tallest: number } {
	const { columns, rows } = terminalSize(stdout);
	return { width: Math.max(1, columns - 1), tallest: Math.max(1, rows - FREE_ROWS) };
}
