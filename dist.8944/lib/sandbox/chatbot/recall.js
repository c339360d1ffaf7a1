import { overlap, splitSentences } from "./words.js";
const FACTS = [
  [
    /\b(?:[Mm]y name is|[Ii] am called|[Cc]all me|[Ii](?:'|\u2019)m called)\s+(\p{Lu}[\p{L}'\u2019-]*(?: \p{Lu}[\p{L}'\u2019-]*)?)/u,
    /\b(?:what(?:'s| is) my name|who am i|do you (?:know|remember) my name)/i,
    (value) => "Your name is ".concat(value, ".")
  ],
  [
    /\bI (?:live in|come from|am from|'m from)\s+(\p{Lu}[\p{L} '\u2019-]*?)(?=[.,!?\n]|\band\b|$)/u,
    /\bwhere (?:do i live|am i from|do i come from)/i,
    (value) => "You told me: ".concat(value.trim(), ".")
  ],
  [/\bI am (\d{1,3})(?: years old)?\b/, /\bhow old am i/i, (value) => "You are ".concat(value, " years old.")],
  [
    /\b[Mm]y favou?rite (\p{L}+ is [^.!?\n]+)/iu,
    /\bwhat(?:'s| is) my favou?rite/i,
    (value) => "Your favourite ".concat(value.trim(), ".")
  ]
];
const recall = ({ conversation, question }) => {
  const earlier = conversation.turns.slice(0, -1);
  const said = earlier.filter(({ role }) => role === "user");
  for (const [told, asked, phrase] of FACTS) {
    if (!asked.test(question)) continue;
    const value = said.flatMap(({ text }) => told.exec(text)?.[1] ?? []).at(-1);
    return value === void 0 ? "You have not told me yet." : phrase(value);
  }
  if (/\bwhat (?:did i|have i|was my|were my)\b.*\b(?:first|initial)/i.test(question)) return quote(said[0], "first");
  if (/\bwhat (?:did i|have i|was my|was the) (?:just )?(?:say|said|ask|asked|write|last|previous|earlier)/i.test(
    question
  )) {
    return quote(said.at(-1), "last");
  }
  if (/\bwhat did you (?:just )?(?:say|answer|tell)|\brepeat (?:that|your (?:last )?answer)/i.test(question)) {
    const answer = earlier.findLast(({ role }) => role === "assistant")?.text;
    return answer ? "I said: ".concat(answer) : "I have not said anything yet.";
  }
  if (/\bhow many (?:messages|questions|turns)\b/i.test(question)) {
    return "You have sent ".concat(said.length + 1, " ").concat(said.length === 0 ? "message" : "messages", " so far, this one included.");
  }
  return void 0;
};
const reportTool = ({ conversation }) => {
  const last = conversation.turns.at(-1);
  if (last?.role !== "tool" && last?.role !== "function") return void 0;
  return "The result is ".concat(describeResult(last.text), ".");
};
const lookUp = ({ conversation, question }) => {
  const sentences = splitSentences(question);
  const asked = sentences.at(-1) ?? "";
  if (!/\?\s*$/.test(question)) return void 0;
  const before = [
    ...sentences.slice(0, -1),
    ...conversation.turns.slice(0, -1).flatMap(({ role, text }) => role === "user" ? splitSentences(text) : []),
    ...splitSentences(conversation.system)
  ].filter((sentence) => !sentence.endsWith("?"));
  const [best] = before.map((sentence) => ({ sentence, score: overlap(asked, sentence) })).sort((a, b) => b.score - a.score);
  return best && best.score >= 0.5 ? best.sentence : void 0;
};
function quote(turn, which) {
  return turn ? "Your ".concat(which, ' message was: "').concat(turn.text, '"') : "This is your first message.";
}
function describeResult(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
    return Object.entries(value).map(([name, item]) => "".concat(name.replaceAll("_", " "), ": ").concat(typeof item === "string" ? item : JSON.stringify(item))).join(", ");
  } catch {
    return text.trim().replace(/\.$/, "");
  }
}
export {
  lookUp,
  recall,
  reportTool
};
