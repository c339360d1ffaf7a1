/** Words of texts, as the index and queries see them. */

/** Words that say nothing about a subject. */
const STOP_WORDS = new Set(
	"a an and are as at be by can do does for from get hub how i in into is it its me my need of on one or our should so that the their them there this to use used using want we what when where which why with would you your".split(
		" ",
	),
);

/** Names are found as a whole and by their parts: `OutputError` finds `ProviderOutputError`. */
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/gu;

/** One form for `embedding`, `embeddings`, `embed`; `cancel`, `canceled`, `cancelling`. */
export function stem(word: string): string {
	if (word.length < 4 || /\d/.test(word)) return word;
	let stemmed = word
		.replace(/ies$/, "y")
		.replace(/(ss|us|is)$/, "$1\u0000")
		.replace(/(?<=[sxz]|ch|sh)es$/, "")
		.replace(/s$/, "")
		.replace("\u0000", "");
	stemmed = stemmed.replace(/(?<=.{3})(?:ization|isation)$/, "ize").replace(/(?<=.{3})ation$/, "ate");
	stemmed = stemmed.replace(/(?<=.{3})(?:ing|ed|er|or)$/, "");
	return stemmed.replace(/([bdglmnprt])\1$/, "$1").replace(/(?<=.{3})e$/, "");
}

/** Words of a text in lower case, in order; compound names are followed by their parts. */
export function wordsOf(text: string): string[] {
	return (text.match(WORDS) ?? []).flatMap((word) => {
		const whole = word.toLowerCase();
		const parts = (word.match(PARTS) ?? []).map((part) => part.toLowerCase());
		return parts.length > 1 ? [whole, ...parts] : [whole];
	});
}

/** A word of a query. */
export interface QueryWord {
	word: string;
	stem: string;
	/** Whether more letters may follow: the last word is still being typed. */
	isOpen: boolean;
	/** Whether it is the name of something in code, which is looked for as a whole first. */
	isName: boolean;
}

/** The words of a query that matter; all of them if every one is a stop word. */
export function queryWords(query: string): QueryWord[] {
	const all = query.match(WORDS) ?? [];
	const kept = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
	const isComplete = /\s$/.test(query);
	return (kept.length > 0 ? kept : all).map((word, index, list) => ({
		word: word.toLowerCase(),
		stem: stem(word.toLowerCase()),
		isOpen: index === list.length - 1 && !isComplete,
		isName: /\p{Ll}\p{Lu}|_|\./u.test(word),
	}));
}

/** A text to compare as a whole: words in lower case and single spaces. */
export function normalize(text: string): string {
	return (text.match(WORDS) ?? []).join(" ").toLowerCase();
}

/** `normalize`, with each word in one form. */
export function normalizeStems(text: string): string {
	return normalize(text).split(" ").map(stem).join(" ");
}

/** Whether two words differ by at most one letter, or by two neighbors that changed places; `two` allows two letters. */
export function isNear(left: string, right: string): boolean {
	const most = left.length > 7 ? 2 : 1;
	if (Math.abs(left.length - right.length) > most || left[0] !== right[0]) return false;
	let before: number[] = [];
	let row = Array.from({ length: right.length + 1 }, (_, index) => index);
	for (let y = 1; y <= left.length; y++) {
		const next = [y];
		for (let x = 1; x <= right.length; x++) {
			const isSame = left[y - 1] === right[x - 1];
			let cost = Math.min((row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1, (row[x - 1] ?? 0) + (isSame ? 0 : 1));
			if (left[y - 1] === right[x - 2] && left[y - 2] === right[x - 1]) cost = Math.min(cost, (before[x - 2] ?? 0) + 1);
			next.push(cost);
		}
		before = row;
		row = next;
	}
	return (row.at(-1) ?? most + 1) <= most;
}
