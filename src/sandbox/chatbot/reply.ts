import { isRecord, parseJson } from "../../base/json.ts";
import { noModel } from "../failure.ts";
import { matchLabels } from "../text/classify-text.ts";
import { capitalize, listKeywords, matchWords, NUMERALS, overlap, splitSentences } from "../text/words.ts";
import type { ChatTurn, Skill, Turn } from "./conversation.ts";
import phrases from "./data/phrases.json" with { type: "json" };
import programs from "./data/programs.json" with { type: "json" };
import { answerFrom, calculate, converse, explain, nameCapital, summarizeText, translateText } from "./facts.ts";
import { countLetters, findSubject, repeat, transform } from "./repeat.ts";

/** Writes code in a fenced block. */
const writeCode: Skill = ({ question }) => {
	const isCode = /\b(?:code|function|program|script|implement|snippet|class)\b/i.test(question);
	const isJavaScript = /\b(?:javascript|typescript|js|ts|node)\b/i.test(question);
	if (!isCode || !/\b(?:write|implement|show|give|create|how|code)\b/i.test(question)) return undefined;
	const known = programs.find(({ words }) => matchWords(words).test(question));
	const name = listKeywords(
		question.replace(
			/\b(?:code|function|program|script|implement\w*|snippet|class|in|python|javascript|typescript|js|ts|node|show|create)\b/gi,
			"",
		),
	)
		.slice(0, 3)
		.join("_")
		.replace(/\W+/g, "_");
	const language = isJavaScript ? "javascript" : "python";
	const camelCase = (name || "solve").replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase());
	const frame = isJavaScript
		? `function ${camelCase}(input) {\n  return input;\n}`
		: `def ${name || "solve"}(value):\n    return value`;
	const note = known ? "" : "\n\nThis is only a frame: the sandbox does not know this program.";
	return `\`\`\`${language}\n${known?.[language] ?? frame}\n\`\`\`${note}`;
};

/** Poems and stories with words of the request in them. */
const writeText: Skill = ({ question, random }) => {
	const text = phrases.texts.find(({ words }) => matchWords(words).test(question));
	if (!text) return undefined;
	const own = listKeywords(question.replace(matchWords(text.others, "gi"), ""));
	const word = (place: number): string => own[place] ?? text.usual[place] ?? "";
	return text.lines
		.map((choices) => (choices.length === 1 ? (choices[0] ?? "") : random.pick(choices)))
		.map((line) => line.replace(/\{(\d)\}/g, (_, place) => word(Number(place))))
		.join(text.separator);
};

const LIST =
	/\b(?:list|name|give(?: me)?|suggest|write|tell me)\s+(?:me\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten|some|a few)\s+([^.?!\n]+)/i;
/** Numbered lists. */
const writeList: Skill = ({ question }) => {
	const [, amount = "", what = ""] = LIST.exec(question) ?? [];
	if (what === "") return undefined;
	const count = Math.min(20, Number(amount) || Math.max(3, NUMERALS.indexOf(amount.toLowerCase())));
	const known = phrases.lists.find(({ words }) => matchWords(words).test(what));
	if (known) return number(known.items.slice(0, count));
	const about = /\b(?:about|for|of|on|to|why)\s+(.+)$/i.exec(what)?.[1] ?? what;
	const subject = about.trim().replace(/^(?:the|a|an)\s+/i, "");
	return number(phrases.angles.slice(0, count).map((angle) => angle.replace("{}", () => subject)));
};

/** For everything else: one line that says that there is no model. */
const admit: Skill = ({ question }) =>
	question === "" ? "Sandbox: there is no question." : noModel('"explain attention", "12 * 7" or "write a haiku"');

function number(items: readonly string[]): string {
	return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

/** Haiku of five, seven and five syllables about a requested topic. */
const writeHaiku: Skill = ({ question, random }) => {
	if (!/\bhaiku\b/i.test(question)) return undefined;
	const [, about] = /\bhaiku\s+(?:about|on|of|for|to)\s+([^.,;:!?\n]+)/i.exec(question) ?? [];
	if (about === undefined) return random.pick(phrases.haiku.whole);
	const subject = about
		.trim()
		.replace(/\bmy\b/gi, "your")
		.replace(/\bme\b/gi, "you");
	const syllables = subject.split(/[\s-]+/).reduce((sum, word) => sum + countSyllables(word), 0);
	// The opening and its subject have five syllables together.
	const opening = phrases.haiku.openings[syllables];
	if (!opening) return noModel('"write a haiku about rain"');
	const first = opening.replace("{}", () => subject);
	return `${first.charAt(0).toUpperCase()}${first.slice(1)}\n${random.pick(phrases.haiku.endings)}`;
};

/** How many syllables an English word has, as far as its letters tell. */
function countSyllables(word: string): number {
	const letters = word.toLowerCase().replace(/[^a-z]/g, "");
	const spoken = letters
		.replace(/(?<=[^aeiouylscxzg])es$/, "s")
		.replace(/(?<=[^aeiouytd])ed$/, "d")
		.replace(/(?<=[^aeiouyl])e$/, "")
		.replace(/(?<=[aeiouy])le$/, "l");
	const groups = spoken.match(/[aeiouy]+/g)?.length ?? 0;
	// "Lion" and "piano" have one more than groups of vowels; "nation" has not.
	const split = spoken.match(/(?<![tsc])i[ao]/g)?.length ?? 0;
	return Math.max(letters === "" ? 0 : 1, groups + split);
}

const ASKS_LAST =
	/\bwhat (?:did i|have i|was my|was the) (?:just )?(?:said|say|asked|ask|write|last|previous|earlier)/i;

/** Recalls facts from earlier in the conversation. */
const recall: Skill = ({ conversation, question }) => {
	const earlier = conversation.turns.slice(0, -1);
	const texts = earlier.filter(({ role }) => role === "user");
	for (const { told, asked, answer } of phrases.facts) {
		if (!new RegExp(asked, "i").test(question)) continue;
		const pattern = new RegExp(told, "u");
		const value = texts.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []).at(-1);
		return value === undefined ? "You have not told me yet." : answer.replace("{}", () => value.trim());
	}
	if (/\bwhat (?:did i|have i|was my|were my)\b.*\b(?:first|initial)/i.test(question)) return quote(texts[0], "first");
	if (ASKS_LAST.test(question)) return quote(texts.at(-1), "last");
	if (/\bwhat did you (?:just )?(?:say|answer|tell)|\brepeat (?:that|your (?:last )?answer)/i.test(question)) {
		const answer = earlier.findLast(({ role }) => role === "assistant")?.text;
		return answer ? `I said: ${answer}` : "I have not said anything yet.";
	}
	if (/\bhow many (?:messages|questions|turns)\b/i.test(question)) {
		return `You have sent ${texts.length + 1} ${texts.length === 0 ? "message" : "messages"} so far, this one included.`;
	}
	return undefined;
};

/** Reports the result of a tool, as a model does after a call. */
const reportTool: Skill = ({ conversation }) => {
	const last = conversation.turns.at(-1);
	if (last?.role !== "tool" && last?.role !== "function") return undefined;
	const value = parseJson(last.text);
	const texts = isRecord(value)
		? Object.entries(value).map(
				([name, item]) => `${name.replaceAll("_", " ")}: ${typeof item === "string" ? item : JSON.stringify(item)}`,
			)
		: [value === undefined ? last.text.trim().replace(/\.$/, "") : JSON.stringify(value)];
	return `The result is ${texts.join(", ")}.`;
};

/** Looks the answer up in the earlier messages, or in the text above the question. */
const lookUp: Skill = ({ conversation, question }) => {
	const sentences = splitSentences(question);
	const asked = sentences.at(-1) ?? "";
	if (!/\?\s*$/.test(question)) return undefined;
	const before = [
		...sentences.slice(0, -1),
		...conversation.turns.slice(0, -1).flatMap(({ role, text }) => (role === "user" ? splitSentences(text) : [])),
		...splitSentences(conversation.system),
	].filter((sentence) => !sentence.endsWith("?"));
	const [best] = before
		.map((sentence) => ({ sentence, score: overlap(asked, sentence) }))
		.sort((a, b) => b.score - a.score);
	return best && best.score >= 0.5 ? best.sentence : undefined;
};

function quote(turn: Turn | undefined, which: string): string {
	return turn ? `Your ${which} message was: "${turn.text}"` : "This is your first message.";
}

/** Counts: "count to ten", "count from 3 to 7". */
const countUp: Skill = ({ question }) => {
	const [, from = "1", to = ""] = /\bcount (?:up )?(?:from (\w+) )?to (\w+)/i.exec(question) ?? [];
	const [start = -1, end = -1] = [from, to].map((word) =>
		/^\d+$/.test(word) ? Number(word) : NUMERALS.indexOf(word.toLowerCase()),
	);
	if (start < 0 || end < start || end - start > 1000) return undefined;
	return Array.from({ length: end - start + 1 }, (_, index) => start + index).join(", ");
};

/** Says whether a number is prime, and if not, why. */
const checkPrime: Skill = ({ question }) => {
	const [, digits] = /\b(\d{1,12})\b(?=.*\bprime\b)/i.exec(question) ?? [];
	if (digits === undefined || !/^(?:is|are|check|was)\b/i.test(question)) return undefined;
	const value = Number(digits);
	if (value < 2) return `No, ${value} is not a prime number.`;
	for (let divisor = 2; divisor * divisor <= value; divisor++) {
		if (value % divisor === 0) return `No, ${value} is not a prime number: it is ${divisor} × ${value / divisor}.`;
	}
	return `Yes, ${value} is a prime number.`;
};

const LETTER = /\bwrite (?:me )?(?:an? )?(?:short |polite |formal )?(?:e-?mail|mail|letter|message|note)\b(.*)/is;

/** Writes a short letter; recipient and subject come from the request. */
const writeLetter: Skill = ({ question, random }) => {
	const rest = LETTER.exec(question)?.[1];
	if (rest === undefined) return undefined;
	const receiver =
		/\bto (?:my |the )?([\p{L} ]+?)(?= (?:asking|about|for|saying|that|to)\b|[.,!?]|$)/iu.exec(rest)?.[1] ?? "all";
	const [, verb = "", matter = ""] =
		/\b(asking for|asking|about|saying that|saying|that|for|to)\s+(?!my |the )([^.?!]+)/i.exec(
			rest.replace(`to my ${receiver}`, "").replace(`to ${receiver}`, ""),
		) ?? [];
	const subject = matter.trim() || "our last talk";
	const opening = /asking/i.test(verb)
		? `I am writing to ask for ${subject.replace(/^for /, "")}.`
		: `I am writing about ${subject}.`;
	const closing = random.pick(["Please let me know what you think.", "I would be glad to hear from you soon."]);
	return `Subject: ${capitalize(subject)}\n\nDear ${receiver},\n\n${opening} ${closing}\n\nKind regards`;
};

/** Formats an answer as the user or the system message requests. */
function applyStyle(answer: string, question: string, system: string): string {
	const instructions = `${system}\n${question}`;
	let text = answer;
	const isProse = !/^\s*(?:```|1\. )/.test(text) && !text.includes("\n");
	if (isProse) {
		const isBrief = /\b(?:brief|briefly|concise|terse|short answers?)\b/i.test(instructions);
		const sentences = findCount(instructions, SENTENCES) ?? (isBrief ? 1 : undefined);
		if (sentences !== undefined) text = splitSentences(text).slice(0, sentences).join(" ") || text;
		const isList = /\b(?:bullet points?|bulleted|bullets)\b/i.test(instructions);
		if (isList) text = `- ${splitSentences(text).join("\n- ") || text}`;
		const words = findCount(instructions, WORDS);
		if (words !== undefined) text = shorten(text, words);
	}
	const quoteAfter = (words: string): string | undefined =>
		new RegExp(`\\b(?:${words}) (?:every|each|your|all|with)[^"“\\n]*["“]([^"”]+)["”]`, "i").exec(system)?.[1];
	if (/\bpirate\b/i.test(system)) text = speakLikePirate(text);
	if (/\b(?:upper[- ]?case|all caps|capital letters)\b/i.test(system)) text = text.toUpperCase();
	if (/\blower[- ]?case\b/i.test(system)) text = text.toLowerCase();
	return [quoteAfter("start|begin"), text, quoteAfter("end|finish")].filter(Boolean).join(" ");
}

const SENTENCES =
	/\b(?:in|with|using|use|at most|only)\s+(?:a |an |exactly |at most |only )?(\w+)(?:\s+\w+)?\s+sentences?\b/i;
const WORDS = /\b(?:in|at most|under|fewer than|no more than|maximum of|only)\s+(\w+)\s+words?\b/i;

function findCount(instructions: string, pattern: RegExp): number | undefined {
	const word = pattern.exec(instructions)?.[1]?.toLowerCase();
	if (word === undefined) return undefined;
	if (word === "a" || word === "single") return 1;
	const value = Number(word) || NUMERALS.indexOf(word);
	return value > 0 ? value : undefined;
}

function shorten(text: string, limit: number): string {
	const words = text.split(/\s+/);
	const start = words.slice(0, limit).join(" ");
	return words.length <= limit ? text : `${start.replace(/[,;:.]$/, "")}.`;
}

function speakLikePirate(text: string): string {
	const changed = text
		.replace(/\bYou are\b/g, "Ye be")
		.replace(/\byou are\b/g, "ye be")
		.replace(/\byou\b/g, "ye")
		.replace(/\bYou\b/g, "Ye")
		.replace(/\byour\b/g, "yer")
		.replace(/\bis\b/g, "be")
		.replace(/\b(?:hello|hi there|hi)\b/gi, "Ahoy");
	return `Arr! ${changed}`;
}

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
	answerFrom(phrases.abilities),
	checkPrime,
	countUp,
	calculate,
	converse,
	writeHaiku,
	writeText,
	writeLetter,
	writeCode,
	answerFrom(phrases.jokes),
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
	const system = condense(turn.conversation.system, MAX_QUESTION);
	const turns = turn.conversation.turns
		.slice(-MAX_TURNS)
		.map((item) => ({ ...item, text: condense(item.text, MAX_TURN_LENGTH) }));
	const question = condense(turn.question, MAX_QUESTION);
	const short: ChatTurn = { ...turn, question, conversation: { ...turn.conversation, system, turns } };
	for (const skill of SKILLS) {
		const answer = skill(short);
		if (answer) return applyStyle(answer, question, system);
	}
	return "";
}

/** The beginning and the end of a long text: instructions are usually there. */
const condense = (text: string, limit: number): string =>
	text.length <= limit ? text : `${text.slice(0, limit / 2)}\n${text.slice(-limit / 2)}`;

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

/** Whether a model returns its reasoning before the answer, judged by its name. */
export function isReasoningModel(model: string): boolean {
	return /deepseek-r1|\br1-distill|\bqwq|gpt-oss|thinking|\breason|magistral/i.test(model);
}

/** Returns the reasoning before an answer: it restates the question, and names the basis of the answer. */
export function think(question: string): string {
	const asked = question.length > 200 ? `${question.slice(0, 200)}…` : question;
	return `The user says: "${asked}" There is no model here, so the answer must follow from the conversation itself.`;
}
