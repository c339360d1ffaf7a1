import type { Mark, Span } from "./span.ts";

/** A span, or a run of `*`, `_` or `~` that may be emphasis. */
export interface Piece extends Span {
	canOpen?: boolean;
	canClose?: boolean;
}

/** Turns pairs of runs into marks on the spans between them; a run without a partner stays text. */
export function applyEmphasis(pieces: readonly Piece[], { isOpen = false }: { isOpen?: boolean }): Span[] {
	const runs = pieces.map((piece) => ({ ...piece, marks: [...piece.marks] }));
	const openers: number[] = [];
	const mark = (from: number, to: number, name: Mark): void => {
		for (const span of runs.slice(from + 1, to)) if (!span.marks.includes(name)) span.marks.push(name);
	};
	for (const [index, run] of runs.entries()) {
		if (run.canOpen === undefined) continue;
		while (run.canClose && run.text !== "") {
			const position = openers.findLastIndex((opener) => isPartner(runs[opener], run));
			const opener = runs[openers[position] ?? -1];
			if (!opener) break;
			const length = opener.text.length >= 2 && run.text.length >= 2 ? 2 : 1;
			mark(openers[position] ?? 0, index, markOf(run.text.charAt(0), length));
			opener.text = opener.text.slice(length);
			run.text = run.text.slice(length);
			// Markers opened in between overlap, and stay text.
			openers.length = opener.text === "" ? position : position + 1;
		}
		if (run.canOpen && run.text !== "") openers.push(index);
	}
	if (isOpen) closeAll(runs, openers, mark);
	return runs.filter(({ text }) => text !== "").map(({ text, marks }) => ({ text, marks }));
}

function isPartner(opener: Piece | undefined, closer: Piece): boolean {
	if (!opener || opener.text.charAt(0) !== closer.text.charAt(0)) return false;
	if (opener.text.charAt(0) === "~") return opener.text.length === closer.text.length;
	// `***a** b*`: if a run can open and close, the sum of lengths must not be a multiple of three unless both are.
	const isEither = (opener.canClose ?? false) || (closer.canOpen ?? false);
	const sum = opener.text.length + closer.text.length;
	return !isEither || sum % 3 !== 0 || (opener.text.length % 3 === 0 && closer.text.length % 3 === 0);
}

/** The text is incomplete: open emphasis extends to its current end. */
function closeAll(
	runs: Piece[],
	openers: readonly number[],
	mark: (from: number, to: number, name: Mark) => void,
): void {
	for (const opener of openers) {
		const run = runs[opener];
		if (!run) continue;
		const isLast = opener === runs.length - 1;
		while (run.text !== "") {
			const length = run.text.length >= 2 ? 2 : 1;
			if (!isLast) mark(opener, runs.length, markOf(run.text.charAt(0), length));
			run.text = run.text.slice(length);
		}
	}
}

function markOf(delimiter: string, length: number): Mark {
	if (delimiter === "~") return "strike";
	return length === 2 ? "bold" : "italic";
}
