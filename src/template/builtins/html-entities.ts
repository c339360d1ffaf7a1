/** Names of Latin-1 characters from U+00A0 on, in order. */
const LATIN1 =
	"nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Names of the small Greek letters from U+03B1 on, in order. */
const GREEK =
	"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";

/** Further names, each with its character behind it. */
const OTHERS =
	"amp& lt< gt> quot\" apos' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ minus− infin∞ ne≠ le≤ ge≥ asymp≈ ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d OEligŒ oeligœ ScaronŠ scaronš YumlŸ OmegaΩ DeltaΔ hearts♥ ";

/** The entities met in practice; the rarer ones of HTML stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map([
	...LATIN1.split(" ").map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
	...GREEK.split(" ").map((name, index) => [name, String.fromCharCode(0x3b1 + index)] as const),
	...Array.from(OTHERS.matchAll(/(\w+)(\W) /g), ([, name = "", character = ""]) => [name, character] as const),
]);

/** Replaces entities by the characters they stand for. */
export function unescapeHtml(text: string): string {
	return text.replace(
		/&(?:#(\d+)|#[xX]([\da-fA-F]+)|(\w+));?/g,
		(whole, decimal?: string, hex?: string, name?: string) => {
			if (name !== undefined) return whole.endsWith(";") || name.length < 7 ? (NAMED.get(name) ?? whole) : whole;
			const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
			if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
			return String.fromCodePoint(code);
		},
	);
}
