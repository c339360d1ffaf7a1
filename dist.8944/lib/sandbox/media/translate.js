import { noModel } from "../no-model.js";
import { PHRASES } from "./phrases.js";
const WORDS = {
  hello: ["hallo", "bonjour", "hola", "ciao"],
  good: ["gut", "bon", "bueno", "buono"],
  morning: ["Morgen", "matin", "ma\xF1ana", "mattina"],
  night: ["Nacht", "nuit", "noche", "notte"],
  day: ["Tag", "jour", "d\xEDa", "giorno"],
  world: ["Welt", "monde", "mundo", "mondo"],
  my: ["mein", "mon", "mi", "mio"],
  your: ["dein", "ton", "tu", "tuo"],
  name: ["Name", "nom", "nombre", "nome"],
  is: ["ist", "est", "es", "\xE8"],
  are: ["sind", "sont", "son", "sono"],
  am: ["bin", "suis", "soy", "sono"],
  was: ["war", "\xE9tait", "era", "era"],
  the: ["das", "le", "el", "il"],
  a: ["ein", "un", "un", "un"],
  and: ["und", "et", "y", "e"],
  or: ["oder", "ou", "o", "o"],
  i: ["ich", "je", "yo", "io"],
  you: ["du", "tu", "t\xFA", "tu"],
  he: ["er", "il", "\xE9l", "lui"],
  she: ["sie", "elle", "ella", "lei"],
  we: ["wir", "nous", "nosotros", "noi"],
  they: ["sie", "ils", "ellos", "loro"],
  live: ["wohne", "habite", "vivo", "vivo"],
  lives: ["wohnt", "habite", "vive", "vive"],
  in: ["in", "\xE0", "en", "a"],
  with: ["mit", "avec", "con", "con"],
  of: ["von", "de", "de", "di"],
  to: ["zu", "\xE0", "a", "a"],
  not: ["nicht", "pas", "no", "non"],
  yes: ["ja", "oui", "s\xED", "s\xEC"],
  no: ["nein", "non", "no", "no"],
  please: ["bitte", "s'il vous pla\xEEt", "por favor", "per favore"],
  thanks: ["danke", "merci", "gracias", "grazie"],
  thank: ["danke", "merci", "gracias", "grazie"],
  cat: ["Katze", "chat", "gato", "gatto"],
  dog: ["Hund", "chien", "perro", "cane"],
  house: ["Haus", "maison", "casa", "casa"],
  book: ["Buch", "livre", "libro", "libro"],
  water: ["Wasser", "eau", "agua", "acqua"],
  bread: ["Brot", "pain", "pan", "pane"],
  tea: ["Tee", "th\xE9", "t\xE9", "t\xE8"],
  coffee: ["Kaffee", "caf\xE9", "caf\xE9", "caff\xE8"],
  friend: ["Freund", "ami", "amigo", "amico"],
  love: ["liebe", "aime", "amo", "amo"],
  like: ["mag", "aime", "gusta", "piace"],
  have: ["habe", "ai", "tengo", "ho"],
  has: ["hat", "a", "tiene", "ha"],
  see: ["sehe", "vois", "veo", "vedo"],
  eat: ["esse", "mange", "como", "mangio"],
  drink: ["trinke", "bois", "bebo", "bevo"],
  big: ["gro\xDF", "grand", "grande", "grande"],
  small: ["klein", "petit", "peque\xF1o", "piccolo"],
  red: ["rot", "rouge", "rojo", "rosso"],
  blue: ["blau", "bleu", "azul", "blu"],
  green: ["gr\xFCn", "vert", "verde", "verde"],
  where: ["wo", "o\xF9", "d\xF3nde", "dove"],
  what: ["was", "quoi", "qu\xE9", "che"],
  how: ["wie", "comment", "c\xF3mo", "come"],
  today: ["heute", "aujourd'hui", "hoy", "oggi"],
  tomorrow: ["morgen", "demain", "ma\xF1ana", "domani"],
  time: ["Zeit", "temps", "tiempo", "tempo"],
  sun: ["Sonne", "soleil", "sol", "sole"],
  city: ["Stadt", "ville", "ciudad", "citt\xE0"],
  people: ["Leute", "gens", "gente", "gente"],
  very: ["sehr", "tr\xE8s", "muy", "molto"],
  happy: ["gl\xFCcklich", "heureux", "feliz", "felice"]
};
const LANGUAGES = ["de", "fr", "es", "it"];
const NAMES = [
  [/^(?:de|deu|ger)(?:[_-]|$)|german|deutsch/i, "de"],
  [/^(?:fr|fra|fre)(?:[_-]|$)|french|fran\u00e7ais/i, "fr"],
  [/^(?:es|spa)(?:[_-]|$)|spanish|espa\u00f1ol/i, "es"],
  [/^(?:it|ita)(?:[_-]|$)|italian/i, "it"],
  [/^(?:en|eng)(?:[_-]|$)|english/i, "en"]
];
function findLanguage(name) {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}
function translate(text, target = "fr", source) {
  return findPhrase(text, target) ?? translateWords(text, target, source) ?? noModel('"Hello, how are you?"');
}
function findPhrase(text, target) {
  const plain = simplify(text);
  const known = Object.entries(PHRASES).find(([english2, others2]) => [english2, ...others2].map(simplify).includes(plain));
  if (!known) return void 0;
  const [english, others] = known;
  return target === "en" ? english.replace(/^./, (letter) => letter.toUpperCase()) : others[LANGUAGES.indexOf(target)];
}
function simplify(text) {
  return text.toLowerCase().replace(/[\u00bf\u00a1]|[\s.!?]+$/g, "").trim();
}
const MOST_WORDS = 2;
function translateWords(text, target, source) {
  const from = source ?? guessLanguage(text);
  const pairs = Object.entries(WORDS).map(([word, others]) => {
    const at = (language) => language === "en" ? word : others[LANGUAGES.indexOf(language)] ?? word;
    return [at(from).toLowerCase(), at(target)];
  });
  const dictionary = new Map(pairs.reverse());
  const words = text.match(/[\p{L}'\u2019]+/gu) ?? [];
  const isKnown = words.every((word) => dictionary.has(word.toLowerCase()));
  if (words.length === 0 || words.length > MOST_WORDS || !isKnown) return void 0;
  return text.replace(/[\p{L}'\u2019]+/gu, (word, offset) => {
    const found = dictionary.get(word.toLowerCase()) ?? word;
    return offset === 0 ? found.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : found;
  });
}
function guessLanguage(text) {
  const words = text.toLowerCase().match(/[\p{L}'\u2019]+/gu) ?? [];
  const counts = LANGUAGES.map((language, index) => ({
    language,
    count: words.filter((word) => Object.values(WORDS).some((others) => others[index]?.toLowerCase() === word)).length
  })).sort((a, b) => b.count - a.count);
  const english = words.filter((word) => Object.hasOwn(WORDS, word)).length;
  const [best] = counts;
  return best && best.count > english ? best.language : "en";
}
export {
  findLanguage,
  translate
};
