/** Columns of a table. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

/**
 * Returns a number for each row: how far its cells lie above those of the other rows, in standard deviations, averaged.
 * Words count by their length.
 */
function rateRows(columns: Columns): number[] {
	const all = Object.values(columns).map((column) => column.map(toNumber));
	const height = Math.max(0, ...all.map((column) => column.length));
	const scaled = all.map((column) => {
		const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
		const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length) || 1;
		return column.map((value) => (value - mean) / spread);
	});
	return Array.from(
		{ length: height },
		(_, row) => scaled.reduce((sum, column) => sum + (column[row] ?? 0), 0) / (scaled.length || 1),
	);
}

/** Returns a class for each row: 1 for rows above the average, else 0. */
export function classifyRows(columns: Columns): number[] {
	return rateRows(columns).map((rate) => (rate > 0 ? 1 : 0));
}

/** Returns a value for each row: the mean of its numbers, moved by how it compares with the others. */
export function estimateRows(columns: Columns): number[] {
	const rates = rateRows(columns);
	const all = Object.values(columns);
	return rates.map((rate, row) => {
		const values = all.map((column) => toNumber(column[row]));
		const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
		return Number((mean * (1 + rate / 10)).toFixed(4));
	});
}

function toNumber(value: unknown): number {
	const number = Number(value);
	return Number.isFinite(number) ? number : String(value).length;
}
