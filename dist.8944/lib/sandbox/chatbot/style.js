import { splitSentences } from "./words.js";
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
function applyStyle(answer, question, system) {
  const wish = "".concat(system, "\n").concat(question);
  let text = answer;
  const isProse = !/^\s*(?:```|1\. )/.test(text) && !text.includes("\n");
  if (isProse) {
    const sentences = findCount(
      wish,
      /\b(?:in|with|using|use|at most|only)\s+(?:a |an |exactly |at most |only )?(\w+)(?:\s+\w+)?\s+sentences?\b/i
    );
    if (sentences !== void 0) text = splitSentences(text).slice(0, sentences).join(" ");
    else if (/\b(?:brief|briefly|concise|terse|short answers?)\b/i.test(wish)) text = splitSentences(text)[0] ?? text;
    if (/\b(?:bullet points?|bulleted|bullets)\b/i.test(wish)) {
      text = splitSentences(text).map((sentence) => "- ".concat(sentence)).join("\n");
    }
    const words = findCount(wish, /\b(?:in|at most|under|fewer than|no more than|maximum of|only)\s+(\w+)\s+words?\b/i);
    if (words !== void 0) text = shorten(text, words);
  }
  const ending = /\b(?:always )?(?:end|finish) (?:every|each|your|all|with)[^"\u201c\n]*["\u201c]([^"\u201d]+)["\u201d]/i.exec(system)?.[1];
  const beginning = /\b(?:always )?(?:start|begin) (?:every|each|your|all|with)[^"\u201c\n]*["\u201c]([^"\u201d]+)["\u201d]/i.exec(
    system
  )?.[1];
  if (/\bpirate\b/i.test(system)) text = speakLikePirate(text);
  if (/\b(?:upper[- ]?case|all caps|capital letters)\b/i.test(system)) text = text.toUpperCase();
  if (/\blower[- ]?case\b/i.test(system)) text = text.toLowerCase();
  return joinParts([beginning, text, ending]);
}
function findCount(wish, pattern) {
  const word = pattern.exec(wish)?.[1]?.toLowerCase();
  if (word === void 0) return void 0;
  if (word === "a" || word === "single") return 1;
  const value = Number(word) || NUMBERS.indexOf(word) + 1;
  return value > 0 ? value : void 0;
}
function shorten(text, limit) {
  const words = text.split(/\s+/);
  if (words.length <= limit) return text;
  return "".concat(words.slice(0, limit).join(" ").replace(/[,;:.]$/, ""), ".");
}
function speakLikePirate(text) {
  const changed = text.replace(/\bYou are\b/g, "Ye be").replace(/\byou are\b/g, "ye be").replace(/\byou\b/g, "ye").replace(/\bYou\b/g, "Ye").replace(/\byour\b/g, "yer").replace(/\bis\b/g, "be").replace(/\b(?:hello|hi there|hi)\b/gi, "Ahoy");
  return "Arr! ".concat(changed);
}
function joinParts(parts) {
  return parts.filter((part) => part !== void 0 && part !== "").join(" ");
}
export {
  applyStyle
};
