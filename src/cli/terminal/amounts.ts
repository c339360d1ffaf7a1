const UNITS = ["", "K", "M", "B", "T"];

/** Divides by a thousand up to the last unit; a value from `top` on would be shown as a thousand. */
function scale(amount: number, top: number, units: number): { value: number; index: number } {
	let value = amount;
	let index = 0;
	for (; value >= top && index < units - 1; index++) value /= 1000;
	return { value, index };
}

/** Formats a number: `950`, `12.3K`, `8.03B`. */
export function formatCount(count: number): string {
	const { value, index } = scale(count, 999.5, UNITS.length);
	const digits = index === 0 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
	return digits + UNITS[index];
}

/** Formats US dollars: `$0`, `$0.0000123`, `$1.50`, with three significant digits. */
export function formatCost(cost: number): string {
	if (cost === 0) return "$0";
	if (cost >= 1) return `$${cost.toFixed(2)}`;
	const places = Math.min(12, 2 - Math.floor(Math.log10(cost)));
	const [whole = "0", fraction = ""] = cost
		.toFixed(places)
		.replace(/(?<!0)0+$/, "")
		.split(".");
	return `$${whole}.${fraction.padEnd(2, "0")}`;
}

const SIZE_UNITS = ["bytes", "kB", "MB", "GB"];

/** Formats a number of bytes: `950 bytes`, `1.2 MB`. */
export function formatSize(bytes: number): string {
	if (bytes < 1000) return `${bytes} bytes`;
	const { value, index } = scale(bytes, 999.95, SIZE_UNITS.length);
	return `${value.toFixed(1)} ${SIZE_UNITS[index]}`;
}
