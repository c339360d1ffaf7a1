import { onOneLine } from "../../terminal/width.ts";

/** More than the width of any terminal; combining characters take no columns, so a width is not enough as a limit. */
const MAX_CHARACTERS = 400;

/** Returns an untrusted name or number, sanitized and on one line. */
export function readLabel(value: unknown): string {
	const text = String(value ?? "");
	const short = text.length > MAX_CHARACTERS ? `${[...text.slice(0, MAX_CHARACTERS)].slice(0, -1).join("")}…` : text;
	return onOneLine(short);
}
