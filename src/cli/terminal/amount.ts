const COUNTS = ["", "K", "M", "B", "T"];
const SIZES = ["B", "KB", "MB", "GB", "TB"];

/** A number as people read it: `950`, `12.3K`, `8.03B`. */
export function formatCount(count: number): string {
	const [value, unit] = scale(count, COUNTS);
	return value + unit;
}

/** A number of bytes as people read it: `950 B`, `16.1 GB`. */
export function formatBytes(bytes: number): string {
	return scale(bytes, SIZES).join(" ");
}

/** Three digits and the unit that goes with them. */
function scale(amount: number, units: readonly string[]): [string, string] {
	let value = amount;
	let index = 0;
	// What would be rounded up to a thousand belongs to the next unit.
	while (value >= 999.5 && index < units.length - 1) {
		value /= 1000;
		index++;
	}
	const text = index === 0 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
	return [text, units[index] ?? ""];
}
