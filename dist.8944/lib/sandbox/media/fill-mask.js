import { listKeywords } from "../chatbot/words.js";
import { noModel } from "../no-model.js";
import { createRandom, hash } from "../random.js";
import { softmax } from "./scores.js";
const MASK = /\[MASK\]|<mask>|<\|mask\|>/;
const HABITS = [
  [/\bcapital of \w+ is\s*$/i, ["Paris", "London", "Berlin", "Rome", "Madrid"]],
  [/\bis the\s*$/i, ["capital", "heart", "best", "centre", "end"]],
  [/\b(?:to the|in the|of the|on the|the)\s*$/i, ["world", "city", "house", "day", "end", "game"]],
  [/\b(?:a|an)\s*$/i, ["good", "new", "man", "little", "woman", "model"]],
  [/\b(?:goal|meaning|purpose|point) of \w+ is\s*$/i, ["happiness", "survival", "love", "freedom", "simplicity"]],
  [/\b(?:is|are|was|were)\s*$/i, ["good", "beautiful", "important", "true", "here", "dead"]],
  [/\b(?:I|you|we|they|he|she)\s*$/i, ["was", "have", "know", "can", "want"]],
  [/\b(?:in|from)\s*$/i, ["France", "America", "London", "school", "time"]]
];
const GENERAL = ["it", "one", "time", "good", "people", "life"];
const CAPITALS = {
  france: ["Paris"],
  england: ["London"],
  germany: ["Berlin"],
  italy: ["Rome"],
  spain: ["Madrid"],
  japan: ["Tokyo"],
  portugal: ["Lisbon"],
  norway: ["Oslo"]
};
const UNFILLED = {
  score: 1,
  token: 100,
  token_str: "[UNK]",
  sequence: noModel('"Paris is the [MASK] of France."')
};
function fillMask(text, count, targets) {
  const match = MASK.exec(text);
  if (!match) return void 0;
  const before = text.slice(0, match.index);
  const country = /\bcapital of (\w+) is\s*$/i.exec(before)?.[1]?.toLowerCase() ?? "";
  const habit = HABITS.find(([pattern]) => pattern.test(before))?.[1];
  if (!habit && !targets) return [UNFILLED];
  const own = listKeywords(text.replace(match[0], " "));
  const candidates = targets ?? [.../* @__PURE__ */ new Set([...CAPITALS[country] ?? [], ...habit ?? [], ...GENERAL, ...own])];
  const random = createRandom("fill", text);
  const weights = candidates.map((word, index) => [word, 3 - index * 0.7 + random.next() * 0.2]);
  return softmax(weights).slice(0, count).map(({ label, score }) => ({
    score,
    token: hash("token", label) % 5e4,
    token_str: label,
    sequence: text.replace(match[0], label)
  }));
}
export {
  MASK,
  fillMask
};
