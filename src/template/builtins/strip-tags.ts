import { SPACE_CLASS } from "../syntax/grammar.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { unescapeHtml } from "./html-entities.ts";
import { strip } from "./text.ts";

const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");

/** Returns the text of HTML, without tags and comments. */
export function stripTags(html: string): string {
	let text = cutBetween(html, "<!--", "-->");
	text = cutBetween(text, "<", ">");
	return unescapeHtml(strip(text.replace(SPACES, " "), undefined, true, true));
}

/** Passes after which the rest stays: marks nested that deeply are not comments. */
const MAX_PASSES = 50;

/** Removes everything from an opening to the next closing mark; removal may create new ones. */
function cutBetween(text: string, open: string, close: string): string {
	let result = text;
	for (let pass = 0; pass < MAX_PASSES; pass++) {
		chargeCharacters(result.length);
		const shorter = cutOnce(result, open, close);
		if (shorter === result) break;
		result = shorter;
	}
	return result;
}

function cutOnce(text: string, open: string, close: string): string {
	const parts: string[] = [];
	let position = 0;
	for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, position)) {
		const end = text.indexOf(close, start);
		if (end === -1) break;
		charge(1);
		parts.push(text.slice(position, start));
		position = end + close.length;
	}
	return parts.join("") + text.slice(position);
}
