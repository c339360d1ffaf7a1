import { isRecord, parseJson } from "../../base/json.ts";
import { noModel } from "../failure.ts";
import { summarize } from "../text/write.ts";
import { calculate } from "./arithmetic.ts";
import type { Conversation } from "./conversation.ts";

/** Returns an answer to the last message of the user; undefined for messages that it does not understand. */
type Rule = (text: string, conversation: Conversation) => string | undefined;

/** Reports the result of a tool, as a model does after a call. */
const reportTool: Rule = (_, { turns }) => {
	const last = turns.at(-1);
	if (last?.role !== "tool" && last?.role !== "function") return undefined;
	const value = parseJson(last.text);
	const show = (item: unknown): string => (typeof item === "string" ? item : JSON.stringify(item));
	const text = isRecord(value)
		? Object.entries(value)
				.map(([name, item]) => `${name.replaceAll("_", " ")}: ${show(item)}`)
				.join(", ")
		: last.text.trim().replace(/\.$/, "");
	return `The result is ${text}.`;
};

const ECHO =
	/^(?:please )?(?:say|repeat(?: after me)?|echo|(?:reply|respond|answer) with)(?: only| just| exactly| the words?)*\s*:?\s+(.+)$/is;

/** "Say hello world". */
const repeat: Rule = (text) => {
	const phrase = ECHO.exec(text)?.[1]
		?.replace(/(?:,? and)? nothing (?:else|more)\.?$/i, "")
		.trim();
	return phrase && (/^["'“]([^"'”]*)["'”][.!]?$/.exec(phrase)?.[1] ?? phrase);
};

/** "Put this in upper case: …", and the same on the last line, below text that was piped in. */
const transform: Rule = (text) => {
	const [, piped, below] = /^(.*\S)\s*\n[ \t]*\n([^\n]{1,300})\s*$/s.exec(text) ?? [];
	const [, asked, behind] = /^([^:\n]{1,300}):\s*(.+)$/s.exec(text) ?? [];
	const [request, subject] = below === undefined ? [asked, behind] : [below, piped];
	if (request === undefined || subject === undefined) return undefined;
	if (/\bupper[- ]?case\b/i.test(request)) return subject.toUpperCase();
	return /\bsummari[sz]e\b|\bsummary\b/i.test(request) ? summarize(subject) : undefined;
};

/** "What did I just say?": shows that earlier messages arrive. */
const recall: Rule = (text, { turns }) => {
	if (!/\bwhat did i (?:just )?(?:say|ask)\b/i.test(text)) return undefined;
	const last = turns.slice(0, -1).findLast(({ role }) => role === "user");
	return last ? `Your last message was: "${last.text}"` : "This is your first message.";
};

/** "Count from 1 to 100": a stream as long as one likes. */
const count: Rule = (text) => {
	const [, from = "1", to] = /\bcount (?:up )?(?:from (\d{1,4}) )?to (\d{1,4})\b/i.exec(text) ?? [];
	const length = Number(to) - Number(from) + 1;
	return length > 0 ? Array.from({ length }, (_, index) => Number(from) + index).join(", ") : undefined;
};

/** Answers to the questions of the documentation. */
const CANNED: readonly (readonly [asked: RegExp, answer: string])[] = [
	[
		/^(?:hello|hi|hey|good morning)\b[^\n]{0,20}$/i,
		"Hello! I am the sandbox: I answer by short rules, with no model behind me.",
	],
	[
		/\bexplain attention\b|\bwhat is attention\b/i,
		"Attention lets a model weigh every part of its input by how relevant it is to the part being processed, and mix the information accordingly.",
	],
	[
		/\b(?:explain|what (?:is|are))\b[^.?!]*\bembeddings?\b/i,
		"An embedding is a list of numbers that places texts with similar meaning close together.",
	],
	[/\bcapital of france\b/i, "The capital of France is Paris."],
	[/\bhaiku\b/i, "An old silent pond\na frog leaps into the cool\nwater, and a ring"],
];

/** The first rule that matches a message is used. */
const RULES: readonly Rule[] = [
	reportTool,
	repeat,
	transform,
	recall,
	count,
	calculate,
	(text) => CANNED.find(([asked]) => asked.test(text))?.[1],
];

/** Characters of a message that the rules examine. */
const MAX_QUESTION = 12_000;

/** Answers the last message of a conversation by the first rule that understands it; else describes the sandbox. */
export function composeReply(conversation: Conversation): string {
	const { question, system } = conversation;
	// Requests are at the beginning or the end of a long text.
	const text =
		question.length <= MAX_QUESTION
			? question
			: `${question.slice(0, MAX_QUESTION / 2)}\n${question.slice(-MAX_QUESTION / 2)}`;
	for (const rule of RULES) {
		const answer = rule(text, conversation);
		// The only supported instruction: it shows that a system message arrives.
		if (answer) return /\bupper[- ]?case\b/i.test(system) ? answer.toUpperCase() : answer;
	}
	return noModel('"Explain attention", "What is 12 * 7?" or "Say hello"');
}

/** Whether a model returns its reasoning before the answer, judged by its name. */
export function isReasoningModel(model: string): boolean {
	return /deepseek-r1|\br1-distill|\bqwq|gpt-oss|thinking|\breason|magistral/i.test(model);
}

/** Returns the reasoning before an answer: it restates the question. */
export function think(question: string): string {
	const asked = question.length > 200 ? `${question.slice(0, 200)}…` : question;
	return `The user says: "${asked}" There is no model here, so a short rule answers.`;
}
