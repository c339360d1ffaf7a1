const UNITS = ["bytes", "kB", "MB", "GB"];

/** Formats a number of bytes: `950 bytes`, `1.2 MB`. */
export function formatSize(bytes: number): string {
	if (bytes < 1000) return `${bytes} bytes`;
	let value = bytes / 1000;
	let index = 1;
	// A number that rounds up to a thousand belongs to the next unit.
	while (value >= 999.95 && index < UNITS.length - 1) {
		value /= 1000;
		index++;
	}
	return `${value.toFixed(1)} ${UNITS[index]}`;
}
