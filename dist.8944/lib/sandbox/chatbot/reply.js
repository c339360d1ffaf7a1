import { classify } from "./classify.js";
import { writeCode } from "./code.js";
import { admit, writeList, writePoem, writeStory } from "./compose.js";
import { calculate, converse, explain, nameCapital, summarizeText, translateText } from "./facts.js";
import { writeHaiku } from "./haiku.js";
import { lookUp, recall, reportTool } from "./recall.js";
import { countLetters, repeat, transform } from "./repeat.js";
import { checkPrime, countUp, listAbilities, tellJoke, writeLetter } from "./small-talk.js";
import { applyStyle } from "./style.js";
const SKILLS = [
  reportTool,
  translateText,
  repeat,
  transform,
  countLetters,
  summarizeText,
  classify,
  recall,
  listAbilities,
  checkPrime,
  countUp,
  calculate,
  converse,
  writeHaiku,
  writePoem,
  writeStory,
  writeLetter,
  writeCode,
  tellJoke,
  lookUp,
  nameCapital,
  explain,
  writeList,
  admit
];
const LONGEST_QUESTION = 12e3;
const LONGEST_TURN = 4e3;
const MOST_TURNS = 50;
function composeReply(turn) {
  const { conversation } = turn;
  const short = {
    ...turn,
    question: condense(turn.question, LONGEST_QUESTION),
    conversation: {
      ...conversation,
      system: condense(conversation.system, LONGEST_QUESTION),
      turns: conversation.turns.slice(-MOST_TURNS).map((item) => ({ ...item, text: condense(item.text, LONGEST_TURN) }))
    }
  };
  for (const skill of SKILLS) {
    const answer = skill(short);
    if (answer !== void 0 && answer !== "") return applyStyle(answer, short.question, short.conversation.system);
  }
  return "";
}
function condense(text, limit) {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit / 2)}
${text.slice(-limit / 2)}`;
}
export {
  composeReply
};
