import { noModel } from "../failure.ts";
import dictionary from "./data/dictionary.json" with { type: "json" };
import { capitalize } from "./words.ts";

/** Words and sentences in English, with their translations in the order of the languages. */
type Translations = Readonly<Record<string, readonly string[]>>;

/** Everyday words: enough to see that something was translated. */
const WORDS: Translations = dictionary.words;
/** Whole sentences: word by word they would come out wrong. */
const PHRASES: Translations = dictionary.phrases;
const LANGUAGES = ["de", "fr", "es", "it"] as const;
type Language = (typeof LANGUAGES)[number] | "en";

const NAMES: readonly (readonly [RegExp, Language])[] = [
	[/^(?:de|deu|ger)(?:[_-]|$)|german|deutsch/i, "de"],
	[/^(?:fr|fra|fre)(?:[_-]|$)|french|français/i, "fr"],
	[/^(?:es|spa)(?:[_-]|$)|spanish|español/i, "es"],
	[/^(?:it|ita)(?:[_-]|$)|italian/i, "it"],
	[/^(?:en|eng)(?:[_-]|$)|english/i, "en"],
];

/** Returns a language by its code (`de`, `deu_Latn`) or name; undefined for those the sandbox has no words of. */
export function findLanguage(name: string): Language | undefined {
	return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * Translates the sentences and the words the sandbox knows, between English and German, French, Spanish or Italian; every
 * other text gives one line that says so, since word by word it would come out wrong.
 */
export function translate(text: string, target: Language = "fr", source?: Language): string {
	return findPhrase(text, target) ?? translateWord(text, target, source) ?? noModel('"Hello, how are you?"');
}

function findPhrase(text: string, target: Language): string | undefined {
	const plain = simplify(text);
	const known = Object.entries(PHRASES).find(([english, others]) => [english, ...others].map(simplify).includes(plain));
	if (!known) return undefined;
	const [english, others] = known;
	return target === "en" ? capitalize(english) : others[LANGUAGES.indexOf(target)];
}

function simplify(text: string): string {
	return text
		.toLowerCase()
		.replace(/[¿¡,;]|[\s.!?]+$/g, "")
		.trim();
}

/** Translates a single word; undefined for more, and for one that is unknown. Genders and endings make pairs go wrong. */
function translateWord(text: string, target: Language, source?: Language): string | undefined {
	const from = source ?? guessLanguage(text);
	const pairs = Object.entries(WORDS).map(([word, others]): [string, string] => {
		const at = (language: Language): string =>
			language === "en" ? word : (others[LANGUAGES.indexOf(language)] ?? word);
		return [at(from).toLowerCase(), at(target)];
	});
	// The first meaning of a word counts.
	const dictionary = new Map(pairs.reverse());
	const [word = "", ...others] = text.match(/[\p{L}'’]+/gu) ?? [];
	const found = others.length === 0 && dictionary.get(word.toLowerCase());
	return found ? text.replace(word, capitalize(found)) : undefined;
}

function guessLanguage(text: string): Language {
	const words: string[] = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
	const count = (isKnown: (word: string) => boolean): number => words.filter(isKnown).length;
	const others = LANGUAGES.map((language, index) => ({
		language,
		count: count((word) => Object.values(WORDS).some((others) => others[index]?.toLowerCase() === word)),
	}));
	// The first of equals wins; English is the first.
	const all = [{ language: "en" as const, count: count((word) => Object.hasOwn(WORDS, word)) }, ...others];
	return all.sort((a, b) => b.count - a.count)[0]?.language ?? "en";
}
