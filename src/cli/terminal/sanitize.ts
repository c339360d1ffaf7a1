/**
 * Sanitizes untrusted text for a terminal: control characters are shown as escapes.
 *
 * Every control sequence of a terminal (CSI, OSC, DCS, …) starts with ESC or a C1 character, so it is enough to escape these
 * single characters, and a sequence split between chunks needs no state.
 */
export function sanitize(text: string): string {
	return text.replace(CONTROLS, show);
}

/** The same for a text with hub's own styles (`color.ts`, `palette.ts`): only their codes pass. */
export function sanitizeStyled(text: string): string {
	if (!text.includes("\u001B")) return sanitize(text);
	// Split at a group: every second part is a code.
	return text
		.split(OWN_CODES)
		.map((part, index) => (index % 2 === 0 ? sanitize(part) : part))
		.join("");
}

/** Bold, dim, italic, underlined, inverse, struck through, the colors of letters, and what ends each of them. */
const OWN_CODES = new RegExp(
	[
		String.raw`(\u001B\[(?:[1-479]|2[2-479]|3[1-69]|90|39;49|30;\d{2,3}`,
		String.raw`38;[25];[\d;]{1,11};48;[25];[\d;]{1,11})m)`,
	].join("|"),
);

// C0, DEL and C1; then the characters that turn the direction of writing around or break lines, with which a text can
// pretend to be another. A carriage return is harmless only if it ends a line: elsewhere what follows overwrites the line.
const CONTROLS = /\r\n|[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

function show(character: string): string {
	return character === "\n" || character === "\t" || character === "\r\n" ? character : nameCharacter(character);
}

/** Returns the visible form of a control character or an invisible one. */
export function nameCharacter(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	if (code === 0x7f) return "\u2421";
	return `<${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
