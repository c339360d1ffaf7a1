const CASED = /[\p{Lu}\p{Ll}\p{Lt}]/u;
/** Letters that are two letters in one have a title form of their own. */
const DIGRAPHS: Readonly<Record<string, string>> = {
	Ǆ: "ǅ",
	ǆ: "ǅ",
	Ǉ: "ǈ",
	ǉ: "ǈ",
	Ǌ: "ǋ",
	ǌ: "ǋ",
	Ǳ: "ǲ",
	ǳ: "ǲ",
};
const WORDS = /[\p{Lu}\p{Ll}\p{Lt}][\p{Lu}\p{Ll}\p{Lt}\p{M}]*/gu;
const UPPER = /[\p{Uppercase}\p{Lt}]/u;
const LOWER = /[\p{Lowercase}]/u;

/** The first character upper, the rest lower. */
export function capitalize(text: string): string {
	const [first = ""] = text;
	return toTitleCase(first) + text.slice(first.length).toLowerCase();
}

/** Every letter after a non-letter upper, all others lower. */
export function titleCase(text: string): string {
	return text.replace(WORDS, capitalize);
}

/** Upper case of a single letter at the start of a word: `ß` becomes `Ss`. */
function toTitleCase(character: string): string {
	const digraph = DIGRAPHS[character];
	if (digraph !== undefined) return digraph;
	const upper = character.toUpperCase();
	const [first = "", ...rest] = upper;
	return rest.length === 0 ? upper : first + rest.join("").toLowerCase();
}

export function swapCase(text: string): string {
	return Array.from(text, (character) =>
		UPPER.test(character) ? character.toLowerCase() : character.toUpperCase(),
	).join("");
}

/** Lower case for comparisons without regard to case. */
export function caseFold(text: string): string {
	return text.replaceAll("ß", "ss").replaceAll("ẞ", "ss").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Whether there is a cased character, and no cased character is lower. */
export function isUpperCase(text: string): boolean {
	return UPPER.test(text) && !LOWER.test(text) && !/\p{Lt}/u.test(text);
}

export function isLowerCase(text: string): boolean {
	return LOWER.test(text) && !UPPER.test(text);
}

/** Whether upper characters only follow uncased ones and lower ones only cased ones. */
export function isTitleCase(text: string): boolean {
	let afterCased = false;
	for (const character of text) {
		if (UPPER.test(character) ? afterCased : LOWER.test(character) && !afterCased) return false;
		afterCased = CASED.test(character);
	}
	return CASED.test(text);
}
