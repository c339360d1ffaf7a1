import { LIMITS } from "../limits.js";
import { createRandom } from "../random.js";
import { countTokens } from "./tokens.js";
import { capitalize, listKeywords } from "./words.js";
const SUBJECTS = [
  "the old captain",
  "a quiet engineer",
  "the youngest of them",
  "nobody in the town",
  "the machine",
  "her brother"
];
const VERBS = [
  "had never forgotten",
  "kept talking about",
  "went looking for",
  "wrote a letter about",
  "could not explain",
  "dreamed of"
];
const PLACES = [
  "by the harbour",
  "behind the library",
  "in the early morning",
  "when the lights went out",
  "at the end of the street",
  "long after the rain"
];
const JOINS = ["and then", "but", "so", "and for a while", "until, one day,"];
const REACTIONS = [
  "it all made sense",
  "nothing was as before",
  "everybody laughed",
  "the answer was simply there",
  "they began again"
];
const LONGEST_CONTEXT = 4e3;
function continueText(text, length, ...variation) {
  const random = createRandom("continue", text, ...variation);
  const keywords = listKeywords(text.slice(-LONGEST_CONTEXT)).filter((word) => !/^(?:once|upon|time|day)$/.test(word)).slice(0, 6);
  const subject = () => {
    const word = keywords[random.below(Math.max(1, keywords.length))];
    return word && random.next() < 0.7 ? "the ".concat(word) : random.pick(["the story", "that day", "the question", "the map"]);
  };
  const sentence = () => "".concat(random.pick(asList(SUBJECTS)), " ").concat(random.pick(asList(VERBS)), " ").concat(subject(), " ").concat(random.pick(asList(PLACES)), ", ").concat(random.pick(asList(JOINS)), " ").concat(random.pick(asList(REACTIONS)), ".");
  const ends = /[.!?\u2026:\n]\s*$/.test(text) || text.trim() === "";
  let written = ends ? capitalize(sentence()) : sentence();
  let tokens = countTokens(written);
  while (tokens < Math.min(length, LIMITS.writtenTokens)) {
    const next = " ".concat(capitalize(sentence()));
    written += next;
    tokens += countTokens(next);
  }
  return /(?:^|\s)$/.test(text) ? written : " ".concat(written);
}
function asList(items) {
  const [first = "", ...others] = items;
  return [first, ...others];
}
export {
  continueText
};
