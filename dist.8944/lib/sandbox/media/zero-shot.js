import { listWords, stem } from "../chatbot/words.js";
import { measureMood } from "./classify-text.js";
import { dot, embed } from "./embedding.js";
import { round, softmax } from "./scores.js";
const FIELDS = [
  [/sport|game|football/i, /\b(?:match|goal|team|player|score|league|win|won|ball|coach|race|tennis|football)\b/gi],
  [/politic|government|election/i, /\b(?:vote|president|parliament|minister|law|election|party|policy|senate)\b/gi],
  [
    /econom|financ|business|money|market/i,
    /\b(?:market|stock|price|bank|profit|sales|company|money|trade|shares|invest\w*)\b/gi
  ],
  [
    /tech|computer|software|phone|mobile|device/i,
    /\b(?:computer|phone|iphone|app|software|internet|device|robot|ai|model|code|laptop|tablet|screen)\b/gi
  ],
  [
    /science|research|space/i,
    /\b(?:study|scientist|research|experiment|planet|space|rocket|telescope|cell|quantum)\b/gi
  ],
  [/food|cook|restaurant|kitchen/i, /\b(?:eat|cook|dish|recipe|restaurant|taste|soup|bread|dinner|delicious|meal)\b/gi],
  [/travel|holiday|tourism/i, /\b(?:travel|trip|flight|hotel|beach|journey|airport|island|holiday|visit)\b/gi],
  [/health|medic|doctor/i, /\b(?:doctor|hospital|patient|disease|health|pain|medicine|virus)\b/gi],
  [/refund|billing|payment/i, /\b(?:refund|reimburse\w*|money back|invoice|charge\w*|paid|pay|card|warranty)\b/gi],
  [/legal|law/i, /\b(?:court|law|lawyer|contract|sue|judge)\b/gi],
  [/urgent|emergency/i, /\b(?:asap|immediately|urgent|now|emergency|quick\w*|soon)\b/gi],
  [/animal|pet/i, /\b(?:cat|dog|bird|fish|horse|animal|zoo|puppy)\b/gi],
  [/faq|question|help/i, /\?|\b(?:how|what|why|help)\b/gi]
];
function matchLabels(texts, labels, independent) {
  const prepared = labels.map(prepareLabel);
  return texts.map((text) => matchText(text, prepared, independent));
}
function prepareLabel(label) {
  return {
    label,
    stems: listWords(label).map(stem),
    fields: FIELDS.flatMap(([name], index) => name.test(label) ? index : []),
    feeling: /positiv|happy|joy|good|praise/i.test(label) ? 1 : /negativ|sad|ang(?:er|ry)|bad|complaint/i.test(label) ? -1 : 0,
    vector: embed(label)
  };
}
function matchText(text, labels, independent) {
  const vector = embed(text);
  const mood = measureMood(text);
  const stems = new Set(listWords(text).map(stem));
  const counts = FIELDS.map(([, words]) => text.match(words)?.length ?? 0);
  const weights = labels.map((label) => {
    const named = label.stems.filter((word) => stems.has(word)).length;
    const field = label.fields.reduce((total, index) => total + (counts[index] ?? 0), 0);
    return [label.label, 3 * named + 1.2 * field + label.feeling * mood + 4 * dot(vector, label.vector)];
  });
  if (!independent) return softmax(weights);
  return weights.map(([label, weight]) => ({ label, score: round(1 / (1 + Math.exp(2 - 2 * weight))) })).sort((a, b) => b.score - a.score);
}
export {
  matchLabels
};
