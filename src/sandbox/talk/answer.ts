import { writeCode } from "./code.ts";
import { reflect, writeList, writePoem, writeStory } from "./compose.ts";
import { calculate, converse, explain, summarizeText, translateText } from "./facts.ts";
import { lookUp, recall, reportTool } from "./recall.ts";
import { countLetters, repeat, transform } from "./repeat.ts";
import type { Occasion, Skill } from "./skill.ts";
import { applyStyle } from "./style.ts";

/** What the sandbox can do in a conversation; the first that understands the message answers. */
const SKILLS: readonly Skill[] = [
	reportTool,
	translateText,
	repeat,
	transform,
	countLetters,
	summarizeText,
	recall,
	calculate,
	converse,
	writePoem,
	writeStory,
	writeCode,
	lookUp,
	explain,
	writeList,
	reflect,
];

/** Answers the last message of a conversation, from the conversation alone. */
export function composeAnswer(occasion: Occasion): string {
	for (const skill of SKILLS) {
		const answer = skill(occasion);
		if (answer !== undefined && answer !== "") {
			return applyStyle(answer, occasion.question, occasion.conversation.system);
		}
	}
	return "";
}
