import { classify } from "./classify.ts";
import { writeCode } from "./code.ts";
import { reflect, writeList, writePoem, writeStory } from "./compose.ts";
import { calculate, converse, explain, nameCapital, summarizeText, translateText } from "./facts.ts";
import { lookUp, recall, reportTool } from "./recall.ts";
import { countLetters, repeat, transform } from "./repeat.ts";
import type { ChatTurn, Skill } from "./skill.ts";
import { checkPrime, countUp, listAbilities, tellJoke, writeLetter } from "./small-talk.ts";
import { applyStyle } from "./style.ts";

/** What the sandbox can do in a conversation; the first that understands the message answers. */
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
	writePoem,
	writeStory,
	writeLetter,
	writeCode,
	tellJoke,
	lookUp,
	nameCapital,
	explain,
	writeList,
	reflect,
];

/** Answers the last message of a conversation, from the conversation alone. */
export function composeReply(turn: ChatTurn): string {
	for (const skill of SKILLS) {
		const answer = skill(turn);
		if (answer !== undefined && answer !== "") {
			return applyStyle(answer, turn.question, turn.conversation.system);
		}
	}
	return "";
}
