const UNITS: Readonly<Record<string, number>> = {
	"": 1,
	k: 1e3,
	m: 1e6,
	g: 1e9,
	t: 1e12,
	ki: 2 ** 10,
	mi: 2 ** 20,
	gi: 2 ** 30,
	ti: 2 ** 40,
};

/** The form that `readSize` accepts, for error messages. */
export const SIZE_FORM = "a size such as 2MB, 500kB, 1GiB, or a number of bytes";

/** Returns a size in bytes: `2MB`, `1.5GiB`, `4096`; undefined for other texts, and for less than a byte. */
export function readSize(text: string): number | undefined {
	const [, digits = "", unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*$/i.exec(text) ?? [];
	const factor = UNITS[unit.toLowerCase()];
	const size = factor === undefined || digits === "" ? 0 : Math.floor(Number(digits) * factor);
	return size >= 1 && Number.isSafeInteger(size) ? size : undefined;
}
