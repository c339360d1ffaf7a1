import { onOneLine } from "../../terminal/width.ts";

/** Longer than any terminal is wide; marks drawn onto other characters take no room, so width alone is no limit. */
const MOST_CHARACTERS = 400;

/** Returns a name or number from outside, on one line and harmless. */
export function readLabel(value: unknown): string {
	const text = String(value ?? "");
	const short = text.length > MOST_CHARACTERS ? `${[...text.slice(0, MOST_CHARACTERS)].slice(0, -1).join("")}…` : text;
	return onOneLine(short);
}
