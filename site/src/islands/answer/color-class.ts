/** Number of colors that are told apart, `color-1` and so on. */
const COLORS = 6;

/** The class of the color of the thing at a position. */
export function colorClass(index: number): string {
	return `color-${(index % COLORS) + 1}`;
}
