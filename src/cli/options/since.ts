import { UsageError } from "../errors/usage.ts";

const UNITS: Readonly<Record<string, number>> = { m: 60e3, h: 3600e3, d: 86_400e3, w: 7 * 86_400e3 };

/**
 * Returns a point in time: so long ago (`7d`, `12h`, `30m`, `2w`), or a date (`2026-01`, `2026-01-15`, a whole time).
 * @returns milliseconds since 1970
 */
export function parseSince(text: string, flag: string, now: number): number {
	const [, amount, unit = ""] = /^(\d+)\s*([mhdw])$/.exec(text.trim()) ?? [];
	const length = UNITS[unit];
	if (amount !== undefined && length !== undefined) return Math.max(0, now - Number(amount) * length);
	const date = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(date)) return date;
	throw new UsageError(`${flag} ${text} is not a time.`, "Write 7d, 12h, 30m, 2w, or a date such as 2026-01-15.");
}
