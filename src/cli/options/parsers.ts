import { InvalidArgumentError } from "@commander-js/extra-typings";
import { UsageError, wrongValue } from "../errors/usage.ts";
import { readSize, SIZE_FORM } from "./size.ts";

/** Parser of a number not below `least`. @param what its name in errors */
export function number(what: string, least = Number.NEGATIVE_INFINITY): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() === "" || !Number.isFinite(value) || value < least) {
			const bound = Number.isFinite(least) ? `, ${least} or more` : "";
			throw new InvalidArgumentError(`Give ${what} as a number${bound}.`);
		}
		return value;
	};
}

/** Parser of a whole number not below `least`. @param what its name in errors */
export function integer(what: string, least = Number.NEGATIVE_INFINITY): (text: string) => number {
	const parse = number(what, least);
	return (text) => {
		const value = parse(text);
		if (!Number.isInteger(value)) throw new InvalidArgumentError(`Give ${what} as a whole number.`);
		// Beyond it, another number than the given one would be sent.
		if (!Number.isSafeInteger(value))
			throw new InvalidArgumentError(`Give ${what} as a whole number of at most ${Number.MAX_SAFE_INTEGER}.`);
		return value;
	};
}

export function parsePort(text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new InvalidArgumentError("Give a number from 0 to 65535; 0 finds a free port.");
}

/** Parses the name of an account, which is sent in a header. */
export function parseAccount(text: string): string {
	if (text.trim() === "" || !isHeaderText(text))
		throw new InvalidArgumentError("Give the name as it is on Hugging Face.");
	return text.trim();
}

function isHeaderText(text: string): boolean {
	return /^[\t\x20-\x7e\xa0-\xff]*$/.test(text);
}

/** Headers of the connection, not of the request. */
const OWN_HEADERS: ReadonlySet<string> = new Set(
	"connection content-length expect keep-alive transfer-encoding upgrade".split(" "),
);

function parseHeader(text: string): Record<string, string> {
	const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined || !isHeaderText(value)) {
		// Not repeated, unlike in errors of other options: it may contain a key.
		throw wrongValue("A --header is not valid.", "Write it as 'Name: value', in ASCII characters.");
	}
	if (OWN_HEADERS.has(name.toLowerCase())) throw wrongValue(`--header ${name}: the connection sets it itself.`);
	return { [name]: value };
}

/** Parses the fingerprint of an agent. */
export function parseFingerprint(text: string): string {
	if (/^[0-9a-f]{64}$/.test(text)) return text;
	throw new InvalidArgumentError("Give the fingerprint that hub shows with the agent: 64 digits and letters.");
}

/** Parses the name of a variable; repeatable. */
export function variableNames(text: string, previous: readonly string[] | undefined): string[] {
	// Not repeated: the text after a name may be the secret.
	if (!/^\w+$/.test(text)) throw wrongValue("--pass-env takes the name of a variable, without its value.");
	return [...(previous ?? []), text];
}

/** Parses a size such as `16MB`. */
export function parseSize(text: string): number {
	const size = readSize(text);
	if (size === undefined) throw new InvalidArgumentError(`Give ${SIZE_FORM}.`);
	return size;
}

/** Parser of an option that may be given several times: the values are a list. */
export function repeated(text: string, previous: readonly string[] | undefined): string[] {
	return [...(previous ?? []), text];
}

/** Parser of several values in one text, with commas between them. */
export function list(text: string, previous: readonly string[] | undefined): string[] {
	return [...(previous ?? []), ...splitList(text)];
}

/** Parser of one more header. */
export function collectHeader(text: string, previous: Record<string, string> | undefined): Record<string, string> {
	return { ...previous, ...parseHeader(text) };
}

export function splitList(text = ""): string[] {
	const parts = text.split(",").map((part) => part.trim());
	return parts.filter(Boolean);
}

const UNITS: Readonly<Record<string, number>> = { m: 60e3, h: 3600e3, d: 86_400e3, w: 7 * 86_400e3 };

/**
 * Returns the point in time of `--since`: so long ago (`7d`, `12h`, `30m`, `2w`), or a date (`2026-01`, `2026-01-15`, a whole time).
 * @returns milliseconds since 1970
 */
export function parseSince(text: string, now: number): number {
	const [, amount, unit = ""] = /^(\d+)\s*([mhdw])$/.exec(text.trim()) ?? [];
	const length = UNITS[unit];
	if (amount !== undefined && length !== undefined) return Math.max(0, now - Number(amount) * length);
	const date = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(date)) return date;
	throw new UsageError(`--since ${text} is not a time.`, "Write 7d, 12h, 30m, 2w, or a date such as 2026-01-15.");
}
