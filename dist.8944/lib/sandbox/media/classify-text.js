import { listWords } from "../chatbot/words.js";
import { softmax } from "./scores.js";
const GOOD = new Set(
  "good great excellent love loved loves like liked happy wonderful best amazing awesome nice beautiful fantastic delicious friendly fun perfect superb enjoy enjoyed recommend pleased brilliant lovely glad thanks win gain profit growth rise strong".split(
    " "
  )
);
const BAD = new Set(
  "bad terrible awful hate hated hates worst poor horrible ugly sad boring slow broken disappointing disappointed angry annoying useless waste fail failed wrong never rude dirty expensive loss losses fall decline weak bankrupt bug crash".split(
    " "
  )
);
const NEGATIONS = /* @__PURE__ */ new Set(["not", "no", "never", "isn't", "wasn't", "don't", "didn't", "cannot", "can't", "hardly"]);
const STRONG = /* @__PURE__ */ new Set(["very", "really", "extremely", "so", "absolutely", "totally"]);
const EMOTIONS = [
  ["joy", /\b(?:happy|joy|glad|love|great|fun|wonderful|yay)\b/gi],
  ["sadness", /\b(?:sad|cry|lonely|miss|sorry|grief)\b/gi],
  ["anger", /\b(?:angry|hate|furious|annoy\w*|mad)\b/gi],
  ["fear", /\b(?:afraid|fear|scared|worried|terrified)\b/gi],
  ["surprise", /\b(?:surprise\w*|wow|unexpected|suddenly)\b/gi],
  ["neutral", /\b(?:the|is|a)\b/gi]
];
const LANGUAGES = [
  ["en", /\b(?:the|is|and|of|to|in|you|that|it|was|for|are)\b/gi],
  ["de", /\b(?:der|die|das|und|ist|nicht|ein|eine|ich|zu|mit|auf)\b/gi],
  ["fr", /\b(?:le|la|les|et|est|un|une|je|vous|pas|que|des|du)\b/gi],
  ["es", /\b(?:el|los|las|es|una|que|de|por|con|para|no|muy|y)\b/gi],
  ["it", /\b(?:il|che|\u00e8|di|un|una|per|non|sono|con|gli)\b/gi],
  ["pt", /\b(?:o|os|um|uma|n\u00e3o|que|para|com|voc\u00ea|\u00e9|em)\b/gi]
];
const ATTACK = /\b(?:ignore (?:all |the )?(?:previous|above)|jailbreak|system prompt|disregard|pretend to be|developer mode)\b/gi;
function classifyText(text, model) {
  const name = model.toLowerCase();
  if (/language-detection|lang-?id/.test(name)) return countMatches(text, LANGUAGES);
  if (/emotion/.test(name)) return countMatches(text, EMOTIONS);
  if (/guard|injection|jailbreak/.test(name)) {
    const attacks = text.match(ATTACK)?.length ?? 0;
    return softmax([
      ["BENIGN", 2],
      ["JAILBREAK", attacks * 4],
      ["INJECTION", attacks * 3]
    ]);
  }
  const mood = measureMood(text);
  if (/finbert|roberta-base-sentiment/.test(name)) {
    return softmax([
      ["positive", mood],
      ["negative", -mood],
      ["neutral", 1.2 - Math.abs(mood)]
    ]);
  }
  return softmax([
    ["POSITIVE", mood + 0.1],
    ["NEGATIVE", -mood]
  ]);
}
function measureMood(text) {
  let mood = 0;
  let negated = 0;
  let strength = 1;
  for (const word of listWords(text)) {
    if (NEGATIONS.has(word)) negated = 4;
    const value = GOOD.has(word) ? 1 : BAD.has(word) ? -1 : 0;
    mood += value * strength * (negated > 0 ? -1 : 1);
    negated--;
    strength = STRONG.has(word) ? 1.7 : 1;
  }
  return mood * 1.5;
}
function countMatches(text, table) {
  return softmax(table.map(([label, words]) => [label, (text.match(words)?.length ?? 0) * 1.5]));
}
export {
  classifyText,
  measureMood
};
