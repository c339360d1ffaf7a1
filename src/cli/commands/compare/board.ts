import type { Context } from "../../context.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine } from "../../terminal/width.ts";
import { type Board, type Comparison, describeNumbers, namePair, type Pair, showOutput } from "./comparison.ts";

/** Shows columns on a terminal, and otherwise one answer after the other. */
export async function openBoard(pairs: readonly Pair[], isChat: boolean, context: Context): Promise<Board> {
	const { stdout, env, flags } = context;
	if (flags.json) return { add: () => undefined, end: () => undefined, close: async () => undefined };
	if (!stdout.isTTY || env["TERM"] === "dumb" || isUnattended(env)) return createListBoard(context);
	const { createColumnBoard } = await import("./column-board.tsx");
	return createColumnBoard(pairs, isChat, context);
}

/**
 * Prints each answer under a line with its model and provider, in the order of the pairs, as soon as all before it
 * are complete.
 */
function createListBoard(context: Context): Board {
	const waiting = new Map<number, Comparison>();
	let next = 0;
	let printed = Promise.resolve();
	const print = async (comparison: Comparison): Promise<void> => {
		const { pair, entry, error } = comparison;
		const name = namePair({ model: entry.model ?? pair.model, provider: entry.provider ?? pair.provider });
		const facts = [name, entry.error ? `failed (${entry.error.code})` : describeNumbers(comparison)];
		const text = showOutput(entry.output);
		const isLast = text === "" || text.endsWith("\n") ? "" : "\n";
		const gap = next > 0 && !isFirst ? "\n" : "";
		isFirst = false;
		await context.print(
			`${gap}--- ${onOneLine(facts.filter(Boolean).join(" · "))} ---\n${sanitizeFor(text, context)}${isLast}`,
		);
		if (error !== undefined && entry.error) context.warn(`${name}: ${sanitize(entry.error.message)}`);
	};
	let isFirst = true;
	return {
		add: () => undefined,
		end: (index, comparison) => {
			waiting.set(index, comparison);
			for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
				const shown = ready;
				next++;
				printed = printed.then(() => print(shown));
				// Its error is reported when the board is closed.
				printed.catch(() => undefined);
			}
		},
		close: () => printed,
	};
}

/** Only terminals interpret control characters; a pipe gets the text unchanged. */
function sanitizeFor(text: string, { stdout }: Context): string {
	return stdout.isTTY ? sanitize(text) : text;
}
