import { charge, chargeCharacters } from "./meter.ts";
import { replaceMatches } from "./search-text.ts";
import { toText } from "./text.ts";
import { Safe, type Value } from "./value.ts";

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"'": "&#39;",
	'"': "&#34;",
};

/** Replaces the special characters of HTML. */
export function escapeCharacters(text: string): string {
	chargeCharacters(text.length);
	return replaceMatches(text, /[&<>'"]/g, (character) => {
		charge(1);
		return ENTITIES[character] ?? character;
	});
}

/** Returns the value as text that is safe in HTML; safe strings are unchanged. */
export function escapeHtml(value: Value): Safe {
	return value instanceof Safe ? value : new Safe(escapeCharacters(toText(value)));
}
