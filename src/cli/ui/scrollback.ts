/**
 * Lines that go to the terminal once and stay. Blank lines at the end wait for what follows: Ink does not write a text
 * that is nothing but a line end.
 */
export interface Scrollback {
	/** Texts of one or more lines; only ever added to. */
	blocks: readonly string[];
	/** Blank lines that wait; they belong above what changes. */
	waiting: readonly string[];
}

export const EMPTY_SCROLLBACK: Scrollback = { blocks: [], waiting: [] };

export function addLines({ blocks, waiting }: Scrollback, lines: readonly string[]): Scrollback {
	const all = [...waiting, ...lines];
	const end = all.findLastIndex((line) => line !== "") + 1;
	return {
		blocks: end === 0 ? blocks : [...blocks, all.slice(0, end).join("\n")],
		waiting: all.slice(end),
	};
}
