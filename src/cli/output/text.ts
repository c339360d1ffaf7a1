import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Sink } from "./sink.ts";
import type { ToolCallPiece } from "./stream-events.ts";

/** Prints an answer piece by piece. */
export interface TextPrinter {
	/** A piece of the answer. */
	print(text: string): Promise<void>;
	/** A piece of what the model thinks: for people at a terminal only. */
	think(text: string): void;
	/** A piece of a call to a tool; printed whole at the end. */
	addToolCall(piece: ToolCallPiece): void;
	/** Ends the last line. */
	end(): Promise<void>;
	/** Ends the last line on a terminal, so that an error does not stand behind half an answer. */
	breakOff(): void;
}

export function createTextPrinter(context: Context): TextPrinter {
	const { stdout, stderr } = context;
	let last = "\n";
	let isThinking = false;
	const toolCalls = new Map<number, { name: string; arguments: string }>();
	const print = async (text: string): Promise<void> => {
		if (isThinking) {
			stderr.write("\n\n");
			isThinking = false;
		}
		// A pipe gets the text as it came, a terminal what cannot harm it.
		await context.print(stdout.isTTY ? sanitize(text) : text);
		last = text.at(-1) ?? last;
	};
	return {
		print,
		think: (text) => {
			if (!stderr.isTTY || context.flags.quiet) return;
			isThinking = true;
			stderr.write(context.colors.stderr.dim(sanitize(text)));
		},
		addToolCall: ({ index, name, arguments: piece }) => {
			const known = toolCalls.get(index) ?? { name: "", arguments: "" };
			toolCalls.set(index, { name: name ?? known.name, arguments: known.arguments + piece });
		},
		breakOff: () => {
			if (isThinking) stderr.write("\n");
			if (stdout.isTTY && last !== "\n") stdout.write("\n");
		},
		end: async () => {
			if (toolCalls.size > 0 && last !== "\n") await print("\n");
			for (const { name, arguments: args } of toolCalls.values()) await print(`${name}(${args})\n`);
			if (last !== "\n") await context.print("\n");
		},
	};
}

/** Prints a stream as plain text. */
export function createTextSink(context: Context): Sink {
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
			if (finishReason === "length") context.note("The answer was cut at the token limit; --max-tokens sets it.");
		},
	};
}
