import { unescapeHtml } from "./html-entities.ts";

/** The text of HTML, without tags and comments. */
export function stripTags(html: string): string {
	let text = cutBetween(html, "<!--", "-->");
	text = cutBetween(text, "<", ">");
	return unescapeHtml(text.split(/\s+/).filter(Boolean).join(" "));
}

/** Removes everything from an opening to the next closing mark; removal may bring new ones about. */
function cutBetween(text: string, open: string, close: string): string {
	let result = text;
	for (let start = result.indexOf(open); start !== -1; start = result.indexOf(open, start)) {
		const end = result.indexOf(close, start);
		if (end === -1) break;
		result = result.slice(0, start) + result.slice(end + close.length);
		start = Math.max(0, start - open.length);
	}
	return result;
}
