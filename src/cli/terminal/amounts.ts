const UNITS = ["", "K", "M", "B", "T"];

/** Formats a number: `950`, `12.3K`, `8.03B`. */
export function formatCount(count: number): string {
	let value = count;
	let index = 0;
	// A number that rounds up to a thousand belongs to the next unit.
	while (value >= 999.5 && index < UNITS.length - 1) {
		value /= 1000;
		index++;
	}
	const digits = index === 0 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
	return digits + UNITS[index];
}

/** Formats US dollars: `$0`, `$0.0000123`, `$1.50`, with three significant digits. */
export function formatCost(cost: number): string {
	if (cost === 0) return "$0";
	if (cost >= 1) return `$${cost.toFixed(2)}`;
	const places = Math.min(12, 2 - Math.floor(Math.log10(cost)));
	const [whole = "0", fraction = ""] = cost.toFixed(places).replace(/0+$/, "").split(".");
	return `$${whole}.${fraction.padEnd(2, "0")}`;
}

const SIZE_UNITS = ["bytes", "kB", "MB", "GB"];

/** Formats a number of bytes: `950 bytes`, `1.2 MB`. */
export function formatSize(bytes: number): string {
	if (bytes < 1000) return `${bytes} bytes`;
	let value = bytes / 1000;
	let index = 1;
	// A number that rounds up to a thousand belongs to the next unit.
	while (value >= 999.95 && index < SIZE_UNITS.length - 1) {
		value /= 1000;
		index++;
	}
	return `${value.toFixed(1)} ${SIZE_UNITS[index]}`;
}
