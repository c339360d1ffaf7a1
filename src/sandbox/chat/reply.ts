import { isRecord, parseJson } from "../../base/json.ts";
import { noModel } from "../failure.ts";
import { softmax, weighLabels } from "../text/labels.ts";
import { summarize } from "../text/write.ts";
import { calculate } from "./arithmetic.ts";
import type { Conversation } from "./conversation.ts";

/** What an answer follows from. */
interface Question {
	conversation: Conversation;
	/** Text of the last message of the user. */
	text: string;
}

/** Returns an answer; undefined for messages that it does not understand. */
type Rule = (question: Question) => string | undefined;

/** Reports the result of a tool, as a model does after a call. */
const reportTool: Rule = ({ conversation }) => {
	const last = conversation.turns.at(-1);
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
const repeat: Rule = ({ text }) => {
	const phrase = ECHO.exec(text)?.[1]
		?.replace(/(?:,? and)? nothing (?:else|more)\.?$/i, "")
		.trim();
	return phrase && (/^["'“]([^"'”]*)["'”][.!]?$/.exec(phrase)?.[1] ?? phrase);
};

/** Changes of a text that stands in quotes, behind a colon, or was piped in. */
const CHANGES: readonly (readonly [words: RegExp, change: (text: string) => string])[] = [
	[/\bupper[- ]?case/i, (text) => text.toUpperCase()],
	[/\blower[- ]?case/i, (text) => text.toLowerCase()],
	[/\breverse\b/i, (text) => [...text].reverse().join("")],
	[/\bcount the words\b|\bhow many words\b/i, (text) => String(text.split(/\s+/).length)],
	[/\bsummari[sz]e\b|\bsummary\b/i, (text) => summarize(text)],
];

/** "Put this in upper case: …". */
const transform: Rule = ({ text }) => {
	const [, change] = CHANGES.find(([words]) => words.test(splitPiped(text)?.request ?? text)) ?? [];
	const subject = change && findSubject(text);
	return subject && change?.(subject);
};

/** "Classify as spam or ham: …"; a list of labels may be in the system message too. */
const classify: Rule = ({ conversation: { system }, text }) => {
	const request = `${system}\n${text}`;
	if (!/\b(?:classif\w*|sentiment|categor\w*|label)\b/i.test(request)) return undefined;
	const [listed] = /\b[\p{L}-]+(?:, [\p{L}-]+)*,? or [\p{L}-]+/iu.exec(request) ?? [];
	const labels = listed?.split(/,? or |, /) ?? (/\bsentiment\b/i.test(request) ? ["positive", "negative"] : []);
	const subject = findSubject(text) ?? (system === "" ? undefined : text);
	return subject && labels.length > 0 ? softmax(weighLabels(labels)(subject))[0]?.label : undefined;
};

/** "What did I just say?": shows that earlier messages arrive. */
const recall: Rule = ({ conversation, text }) => {
	const earlier = conversation.turns.slice(0, -1).filter(({ role }) => role === "user");
	if (/\bwhat (?:is|was) my name\b/i.test(text)) {
		const names = earlier.flatMap((turn) => /\bmy name is (\p{L}+)/iu.exec(turn.text)?.[1] ?? []);
		return names.length > 0 ? `Your name is ${names.at(-1)}.` : "You have not told me yet.";
	}
	if (!/\bwhat did i (?:just )?(?:say|ask)|\bwhat was my last/i.test(text)) return undefined;
	const last = earlier.at(-1);
	return last ? `Your last message was: "${last.text}"` : "This is your first message.";
};

/** "Count from 1 to 100": a stream as long as one likes. */
const count: Rule = ({ text }) => {
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
const answerCanned: Rule = ({ text }) => CANNED.find(([asked]) => asked.test(text))?.[1];

/** The first that understands a message answers. */
const RULES: readonly Rule[] = [
	reportTool,
	repeat,
	transform,
	classify,
	recall,
	count,
	({ text }) => calculate(text),
	answerCanned,
];

/** Answers the last message of a conversation by the first rule that understands it; else says what the sandbox is. */
export function composeReply(conversation: Conversation): string {
	const { question } = conversation;
	// Requests stand at the beginning or the end of a long text.
	const text =
		question.length <= MAX_QUESTION
			? question
			: `${question.slice(0, MAX_QUESTION / 2)}\n${question.slice(-MAX_QUESTION / 2)}`;
	for (const rule of RULES) {
		const answer = rule({ conversation, text });
		if (answer) return followSystem(answer, conversation.system);
	}
	return noModel('"Explain attention", "What is 12 * 7?" or "Say hello"');
}

/** Characters of a message that the rules look at. */
const MAX_QUESTION = 12_000;

/** Applies the one instruction that the sandbox knows, by which one sees that a system message arrives. */
function followSystem(answer: string, system: string): string {
	return /\bupper[- ]?case\b/i.test(system) ? answer.toUpperCase() : answer;
}

/** Splits text that was piped in from the request after it: the last line, with an empty line above. */
function splitPiped(text: string): { text: string; request: string } | undefined {
	const [, piped, request] = /^(.*\S)\s*\n[ \t]*\n([^\n]{1,300})\s*$/s.exec(text) ?? [];
	return piped === undefined || request === undefined ? undefined : { text: piped, request };
}

/** Returns the text that a request is about: in quotes, behind a colon, on the lines below, or piped in before it. */
function findSubject(text: string): string | undefined {
	const piped = splitPiped(text);
	const request = piped?.request ?? text;
	const quoted = /["“«]([^"”»]+)["”»]|(?<=\s)'([^']+)'(?=\W|$)/.exec(request);
	const [, behind] = /(?::\s+|\n\s*)(\S[\s\S]*)$/.exec(request) ?? [];
	return quoted?.[1] ?? quoted?.[2] ?? behind?.trim() ?? piped?.text.trim();
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
