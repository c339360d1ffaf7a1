import { isKeyword, listWords, stem } from "../chatbot/words.js";
import { createRandom } from "../random.js";
const DEFAULT_DIMENSIONS = 384;
const PLACES = 12;
const CONCEPTS = [
  ["animal", /^(?:cat|kitten|dog|puppy|horse|cow|sheep|bird|fish|fox|lion|tiger|mouse|rabbit|pet|animal|duck|owl)s?$/],
  ["vehicle", /^(?:car|truck|bus|train|bike|bicycle|boat|ship|plane|taxi|van|vehicle|engine|road|drive|driving)s?$/],
  [
    "food",
    /^(?:food|eat|eating|bread|apple|fruit|soup|pizza|cheese|meal|dinner|lunch|cook|cooking|recipe|tea|coffee)s?$/
  ],
  ["money", /^(?:money|price|stock|bank|market|tax|taxes|pay|invoice|profit|cost|finance|financial|dollar|euro)s?$/],
  ["weather", /^(?:weather|rain|raining|sun|sunny|snow|storm|cloud|cloudy|wind|warm|cold|hot)s?$/],
  [
    "computing",
    /^(?:computer|software|code|program|programming|python|javascript|model|data|network|server|laptop)s?$/
  ],
  ["feeling", /^(?:happy|sad|angry|love|joy|afraid|glad|cheerful|excited)$/],
  ["home", /^(?:house|home|room|sofa|mat|rug|kitchen|garden|door|window|bed|chair|table)s?$/],
  ["person", /^(?:man|woman|boy|girl|child|children|person|people|friend|king|queen|doctor|teacher)s?$/]
];
function embed(text, dimensions = DEFAULT_DIMENSIONS) {
  const vector = new Array(dimensions).fill(0);
  const add = (feature, weight) => {
    const random = createRandom("embedding", feature);
    for (let place = 0; place < PLACES; place++) {
      const index = random.below(dimensions);
      vector[index] = (vector[index] ?? 0) + (random.next() < 0.5 ? -weight : weight);
    }
  };
  const words = listWords(text);
  for (const [index, word] of words.entries()) {
    const weight = isKeyword(word) ? 1 : 0.2;
    add(`word ${word}`, weight);
    add(`stem ${stem(word)}`, weight);
    for (const [name, members] of CONCEPTS) if (members.test(word)) add(`concept ${name}`, 1.6);
    const padded = `^${word}$`;
    for (let start = 0; start + 3 <= padded.length; start++) add(padded.slice(start, start + 3), weight * 0.2);
    const next = words[index + 1];
    if (next !== void 0) add(`pair ${word} ${next}`, weight * 0.3);
  }
  if (words.length === 0) for (const sign of text || " ") add(`sign ${sign}`, 1);
  return normalize(vector);
}
function dot(a, b) {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
function normalize(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => length === 0 ? 0 : value / length);
}
export {
  DEFAULT_DIMENSIONS,
  dot,
  embed
};
