import { capitalize } from "./words.js";
const JOKES = [
  "Why did the neural network cross the road? Because every chicken in its training data did.",
  "I asked a language model for a joke about recursion. It began: I asked a language model for a joke about recursion.",
  "There are two hard things in machine learning: naming runs, reproducing them, and counting from zero.",
  "My model has excellent manners: it says please before every confident mistake."
];
const tellJoke = ({ question, random }) => /\b(?:joke|funny|make me laugh)\b/i.test(question) ? random.pick(JOKES) : void 0;
const listAbilities = ({ question }) => /\bwhat can (?:you|i) (?:do|ask)\b|^help\b|\bhow can you help\b/i.test(question) ? "I explain terms of machine learning, calculate, summarize, translate word by word, change and count text, classify by labels you name, write small programs, poems and letters, fill JSON schemas, call tools, remember this conversation and look at PNG images. No model is behind me: everything comes from your words." : void 0;
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const countUp = ({ question }) => {
  const [, from = "1", to = ""] = /\bcount (?:up )?(?:from (\w+) )?to (\w+)/i.exec(question) ?? [];
  const [start, end] = [from, to].map(
    (word) => /^\d+$/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase())
  );
  if (to === "" || start === void 0 || end === void 0 || start < 0 || end < start || end - start > 1e3)
    return void 0;
  return Array.from({ length: end - start + 1 }, (_, index) => start + index).join(", ");
};
const checkPrime = ({ question }) => {
  const [, digits] = /\b(\d{1,12})\b(?=.*\bprime\b)/i.exec(question) ?? [];
  if (digits === void 0 || !/^(?:is|are|check|was)\b/i.test(question)) return void 0;
  const value = Number(digits);
  if (value < 2) return "No, ".concat(value, " is not a prime number.");
  for (let divisor = 2; divisor * divisor <= value; divisor++) {
    if (value % divisor === 0) return "No, ".concat(value, " is not a prime number: it is ").concat(divisor, " \xD7 ").concat(value / divisor, ".");
  }
  return "Yes, ".concat(value, " is a prime number.");
};
const writeLetter = ({ question, random }) => {
  const [, kind = "", rest = ""] = /\bwrite (?:me )?(?:an? )?(?:short |polite |formal )?(email|e-mail|mail|letter|message|note)\b(.*)/is.exec(
    question
  ) ?? [];
  if (kind === "") return void 0;
  const receiver = /\bto (?:my |the )?([\p{L} ]+?)(?= (?:asking|about|for|saying|that|to)\b|[.,!?]|$)/iu.exec(rest)?.[1] ?? "all";
  const [, verb = "", matter = ""] = /\b(asking for|asking|about|saying that|saying|that|for|to)\s+(?!my |the )([^.?!]+)/i.exec(
    rest.replace("to my ".concat(receiver), "").replace("to ".concat(receiver), "")
  ) ?? [];
  const subject = matter.trim() || "our last talk";
  const opening = /asking/i.test(verb) ? "I am writing to ask for ".concat(subject.replace(/^for /, ""), ".") : "I am writing about ".concat(subject, ".");
  const closing = random.pick(["Please let me know what you think.", "I would be glad to hear from you soon."]);
  return "Subject: ".concat(capitalize(subject), "\n\nDear ").concat(receiver, ",\n\n").concat(opening, " ").concat(closing, "\n\nKind regards");
};
export {
  checkPrime,
  countUp,
  listAbilities,
  tellJoke,
  writeLetter
};
