import { ServiceFailure } from "./failure.ts";
import { LIMITS } from "./limits.ts";

/**
 * Counts values and levels before the text is parsed: 64 MB of `[[],[],…` would take gigabytes.
 * @throws ServiceFailure if there are too many
 */
export function checkStructure(text: string): void {
	let values = 0;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) at = findStringEnd(text, at + 1);
		else if (code === 0x2c) values++;
		else if (code === 0x5b || code === 0x7b) {
			values++;
			depth++;
		} else if (code === 0x5d || code === 0x7d) depth--;
		if (values > LIMITS.jsonValues || depth > LIMITS.jsonDepth) {
			throw new ServiceFailure(
				"invalid",
				`The JSON body contains more than ${LIMITS.jsonValues} values or ${LIMITS.jsonDepth} levels.`,
				{ code: "invalid_json" },
			);
		}
	}
}

/** Returns the position of the quote that ends a string; the end of the text if there is none. */
function findStringEnd(text: string, start: number): number {
	for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
		if (slashes % 2 === 0) return at;
	}
	return text.length;
}
