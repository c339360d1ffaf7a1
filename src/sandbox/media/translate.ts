import { noModel } from "../no-model.ts";
import { PHRASES } from "./phrases.ts";

/** Everyday words in several languages: enough to see that something was translated. */
const WORDS: Readonly<Record<string, readonly [de: string, fr: string, es: string, it: string]>> = {
	hello: ["hallo", "bonjour", "hola", "ciao"],
	good: ["gut", "bon", "bueno", "buono"],
	morning: ["Morgen", "matin", "mañana", "mattina"],
	night: ["Nacht", "nuit", "noche", "notte"],
	day: ["Tag", "jour", "día", "giorno"],
	world: ["Welt", "monde", "mundo", "mondo"],
	my: ["mein", "mon", "mi", "mio"],
	your: ["dein", "ton", "tu", "tuo"],
	name: ["Name", "nom", "nombre", "nome"],
	is: ["ist", "est", "es", "è"],
	are: ["sind", "sont", "son", "sono"],
	am: ["bin", "suis", "soy", "sono"],
	was: ["war", "était", "era", "era"],
	the: ["das", "le", "el", "il"],
	a: ["ein", "un", "un", "un"],
	and: ["und", "et", "y", "e"],
	or: ["oder", "ou", "o", "o"],
	i: ["ich", "je", "yo", "io"],
	you: ["du", "tu", "tú", "tu"],
	he: ["er", "il", "él", "lui"],
	she: ["sie", "elle", "ella", "lei"],
	we: ["wir", "nous", "nosotros", "noi"],
	they: ["sie", "ils", "ellos", "loro"],
	live: ["wohne", "habite", "vivo", "vivo"],
	lives: ["wohnt", "habite", "vive", "vive"],
	in: ["in", "à", "en", "a"],
	with: ["mit", "avec", "con", "con"],
	of: ["von", "de", "de", "di"],
	to: ["zu", "à", "a", "a"],
	not: ["nicht", "pas", "no", "non"],
	yes: ["ja", "oui", "sí", "sì"],
	no: ["nein", "non", "no", "no"],
	please: ["bitte", "s'il vous plaît", "por favor", "per favore"],
	thanks: ["danke", "merci", "gracias", "grazie"],
	thank: ["danke", "merci", "gracias", "grazie"],
	cat: ["Katze", "chat", "gato", "gatto"],
	dog: ["Hund", "chien", "perro", "cane"],
	house: ["Haus", "maison", "casa", "casa"],
	book: ["Buch", "livre", "libro", "libro"],
	water: ["Wasser", "eau", "agua", "acqua"],
	bread: ["Brot", "pain", "pan", "pane"],
	tea: ["Tee", "thé", "té", "tè"],
	coffee: ["Kaffee", "café", "café", "caffè"],
	friend: ["Freund", "ami", "amigo", "amico"],
	love: ["liebe", "aime", "amo", "amo"],
	like: ["mag", "aime", "gusta", "piace"],
	have: ["habe", "ai", "tengo", "ho"],
	has: ["hat", "a", "tiene", "ha"],
	see: ["sehe", "vois", "veo", "vedo"],
	eat: ["esse", "mange", "como", "mangio"],
	drink: ["trinke", "bois", "bebo", "bevo"],
	big: ["groß", "grand", "grande", "grande"],
	small: ["klein", "petit", "pequeño", "piccolo"],
	red: ["rot", "rouge", "rojo", "rosso"],
	blue: ["blau", "bleu", "azul", "blu"],
	green: ["grün", "vert", "verde", "verde"],
	where: ["wo", "où", "dónde", "dove"],
	what: ["was", "quoi", "qué", "che"],
	how: ["wie", "comment", "cómo", "come"],
	today: ["heute", "aujourd'hui", "hoy", "oggi"],
	tomorrow: ["morgen", "demain", "mañana", "domani"],
	time: ["Zeit", "temps", "tiempo", "tempo"],
	sun: ["Sonne", "soleil", "sol", "sole"],
	city: ["Stadt", "ville", "ciudad", "città"],
	people: ["Leute", "gens", "gente", "gente"],
	very: ["sehr", "très", "muy", "molto"],
	happy: ["glücklich", "heureux", "feliz", "felice"],
};
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
	return target === "en" ? english.replace(/^./, (letter) => letter.toUpperCase()) : others[LANGUAGES.indexOf(target)];
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
	const [word, ...others] = text.match(/[\p{L}'’]+/gu) ?? [];
	const found = others.length === 0 && word !== undefined ? dictionary.get(word.toLowerCase()) : undefined;
	return (
		found &&
		text.replace(
			word ?? "",
			found.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
		)
	);
}

function guessLanguage(text: string): Language {
	const words = (text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []) as string[];
	const counts = LANGUAGES.map((language, index) => ({
		language,
		count: words.filter((word) => Object.values(WORDS).some((others) => others[index]?.toLowerCase() === word)).length,
	})).sort((a, b) => b.count - a.count);
	const english = words.filter((word) => Object.hasOwn(WORDS, word)).length;
	const [best] = counts;
	return best && best.count > english ? best.language : "en";
}
