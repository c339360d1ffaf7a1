/** A replacement of a part of a text. */
export interface Edit {
	from: number;
	to: number;
	by: string;
}

/** A text and positions in it, such as the boundaries of its chunks. */
export interface BorderedText {
	text: string;
	borders: readonly number[];
}

/**
 * Applies replacements; of two that overlap, the one that starts first, or the longer one.
 * A position inside a replaced part moves behind its replacement.
 */
export function applyEdits({ text, borders }: BorderedText, edits: readonly Edit[]): BorderedText {
	if (edits.length === 0) return { text, borders };
	const ordered = [...edits].sort((a, b) => a.from - b.from || b.to - a.to);
	const parts: string[] = [];
	const moved: number[] = [];
	let end = 0;
	let length = 0;
	let next = 0;
	const copyUntil = (place: number): void => {
		for (let border = borders[next]; border !== undefined && border <= place; border = borders[++next]) {
			moved.push(length + Math.max(0, border - end));
		}
		parts.push(text.slice(end, place));
		length += place - end;
	};
	for (const { from, to, by } of ordered) {
		if (from < end) continue;
		copyUntil(from);
		parts.push(by);
		length += by.length;
		end = to;
	}
	copyUntil(text.length);
	return { text: parts.join(""), borders: moved };
}
