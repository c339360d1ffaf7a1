import { classify } from "./classify.ts";
import { writeCode } from "./code.ts";
import { admit, writeList, writePoem, writeStory } from "./compose.ts";
import { calculate, converse, explain, nameCapital, summarizeText, translateText } from "./facts.ts";
import { writeHaiku } from "./haiku.ts";
import { lookUp, recall, reportTool } from "./recall.ts";
import { countLetters, repeat, transform } from "./repeat.ts";
import type { ChatTurn, Skill } from "./skill.ts";
import { checkPrime, countUp, listAbilities, tellJoke, writeLetter } from "./small-talk.ts";
import { applyStyle } from "./style.ts";

/** Skills of the sandbox in a conversation; the first that understands the message answers. */
const SKILLS: readonly Skill[] = [
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
	admit,
];

/** Characters of the last message and of earlier ones, and number of messages, that the skills look at. */
const LONGEST_QUESTION = 12_000;
const LONGEST_TURN = 4000;
const MAX_TURNS = 50;

/** Answers the last message of a conversation, from the conversation alone. */
export function composeReply(turn: ChatTurn): string {
	const { conversation } = turn;
	const short: ChatTurn = {
		...turn,
		question: condense(turn.question, LONGEST_QUESTION),
		conversation: {
			...conversation,
			system: condense(conversation.system, LONGEST_QUESTION),
			turns: conversation.turns.slice(-MAX_TURNS).map((item) => ({ ...item, text: condense(item.text, LONGEST_TURN) })),
		},
	};
	for (const skill of SKILLS) {
		const answer = skill(short);
		if (answer !== undefined && answer !== "") return applyStyle(answer, short.question, short.conversation.system);
	}
	return "";
}

/** The beginning and the end of a long text: instructions are usually there. */
function condense(text: string, limit: number): string {
	if (text.length <= limit) return text;
	return `${text.slice(0, limit / 2)}\n${text.slice(-limit / 2)}`;
}
