import { noModel } from "../no-model.js";
const OPENINGS = ["", "I think of {} now", "Thinking of {}", "Once more, {}", "Oh, {}", "{}"];
const ENDINGS = [
  "the ferry leaves the harbour\nmorning fills the sails",
  "a crow considers the street\nthen the bells begin",
  "a window opens somewhere\nand lets in the light"
];
const WHOLE = [
  "An old silent pond\na frog leaps into the cool\nwater, and a ring",
  "Light on the water\nthe ferry leaves the harbour\nmorning fills the sails",
  "Snow on the rooftop\na crow considers the street\nthen the bells begin"
];
const writeHaiku = ({ question, random }) => {
  if (!/\bhaiku\b/i.test(question)) return void 0;
  const [, about] = /\bhaiku\s+(?:about|on|of|for|to)\s+([^.,;:!?\n]+)/i.exec(question) ?? [];
  if (about === void 0) return random.pick(WHOLE);
  const subject = about.trim().replace(/\bmy\b/gi, "your").replace(/\bme\b/gi, "you");
  const syllables = subject.split(/[\s-]+/).reduce((sum, word) => sum + countSyllables(word), 0);
  const opening = OPENINGS[syllables];
  if (!opening) return noModel('"write a haiku about rain"');
  const first = opening.replace("{}", () => subject);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}
${random.pick(ENDINGS)}`;
};
function countSyllables(word) {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  const spoken = letters.replace(/(?<=[^aeiouylscxzg])es$/, "s").replace(/(?<=[^aeiouytd])ed$/, "d").replace(/(?<=[^aeiouyl])e$/, "").replace(/(?<=[aeiouy])le$/, "l");
  const groups = spoken.match(/[aeiouy]+/g)?.length ?? 0;
  const split = spoken.match(/(?<![tsc])i[ao]/g)?.length ?? 0;
  return Math.max(letters === "" ? 0 : 1, groups + split);
}
export {
  writeHaiku
};
