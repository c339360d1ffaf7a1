/**
 * Lines that are written once and stay. Blank lines at the end wait for the next text: Ink does not write a text that
 * is only a line end.
 */
export interface Scrollback {
	/** Texts of one or more lines; only ever added to. */
	blocks: readonly string[];
	/** Pending blank lines; they belong above the changing part. */
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
