import { matchLabels } from "../text/classify-text.ts";
import { writeCode } from "./code.ts";
import { admit, writeHaiku, writeList, writePoem, writeStory } from "./compose.ts";
import type { ChatTurn, Skill } from "./conversation.ts";
import { calculate, converse, explain, nameCapital, summarizeText, translateText } from "./facts.ts";
import { lookUp, recall, reportTool } from "./recall.ts";
import { countLetters, findSubject, repeat, transform } from "./repeat.ts";
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
const MAX_QUESTION = 12_000;
const MAX_TURN_LENGTH = 4000;
const MAX_TURNS = 50;

/** Answers the last message of a conversation, from the conversation alone. */
export function composeReply(turn: ChatTurn): string {
	const { conversation } = turn;
	const short: ChatTurn = {
		...turn,
		question: condense(turn.question, MAX_QUESTION),
		conversation: {
			...conversation,
			system: condense(conversation.system, MAX_QUESTION),
			turns: conversation.turns
				.slice(-MAX_TURNS)
				.map((item) => ({ ...item, text: condense(item.text, MAX_TURN_LENGTH) })),
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

const CLASSIFY = /\b(?:classif\w*|sentiment|categori[sz]e|label|which category)\b/i;

/** Classifies a text into one of the classes that a request names: "Classify as spam or ham: …". */
function classify({ conversation, question }: ChatTurn): string | undefined {
	const request = `${conversation.system}\n${question}`;
	if (!CLASSIFY.test(request)) return undefined;
	const [listed] = /\b[\p{L}-]+(?:, [\p{L}-]+)*,? or [\p{L}-]+/iu.exec(request) ?? [];
	const labels =
		listed?.split(/,? or |, /).filter(Boolean) ?? (/\bsentiment\b/i.test(request) ? ["positive", "negative"] : []);
	const text = findSubject(question, CLASSIFY) ?? (conversation.system === "" ? undefined : question);
	if (labels.length < 2 || text === undefined) return undefined;
	return matchLabels([text], labels, false)[0]?.[0]?.label;
}

/** Names of models that think before they answer. */
const REASONING_MODEL = /deepseek-r1|\br1-distill|\bqwq|gpt-oss|thinking|\breason|magistral/i;
/** Characters of the question that are repeated. */
const MAX_QUOTE = 200;

/** Whether a model returns its reasoning before the answer, judged by its name. */
export function isReasoningModel(model: string): boolean {
	return REASONING_MODEL.test(model);
}

/** Returns the reasoning before an answer: it restates the question, and names the basis of the answer. */
export function think(question: string): string {
	const asked = question.length > MAX_QUOTE ? `${question.slice(0, MAX_QUOTE)}…` : question;
	return `The user says: "${asked}" There is no model here, so the answer must follow from the conversation itself.`;
}
