/** Columns a text takes on a terminal: wide characters two, combining marks none. Tabs and escape codes do not count. */
export function textWidth(text: string): number {
	if (/^[\x20-\x7e]*$/.test(text)) return text.length;
	let width = 0;
	for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment);
	return width;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// East Asian wide and full-width forms, as Unicode's table of widths has them in blocks.
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

function segmentWidth(segment: string): number {
	if (/^\p{Emoji_Presentation}|\ufe0f/u.test(segment)) return 2;
	if (WIDE.test(segment)) return 2;
	return /^[\p{Mark}\p{Cf}\p{Cc}]+$/u.test(segment) ? 0 : 1;
}

/** The text cut to a width, the last column taken by `…` where something is left out. */
export function truncate(text: string, width: number): string {
	if (textWidth(text) <= width) return text;
	let kept = "";
	let used = 0;
	for (const { segment } of segmenter.segment(text)) {
		const next = segmentWidth(segment);
		if (used + next > width - 1) break;
		kept += segment;
		used += next;
	}
	return `${kept}…`;
}

/** The text filled with blanks to a width. */
export function padEnd(text: string, width: number): string {
	return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
