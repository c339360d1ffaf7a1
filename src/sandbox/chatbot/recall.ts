import { overlap, splitSentences } from "../text/words.ts";
import type { Skill, Turn } from "./conversation.ts";
import phrases from "./data/phrases.json" with { type: "json" };

/** Recalls facts from earlier in the conversation. */
export const recall: Skill = ({ conversation, question }) => {
	const earlier = conversation.turns.slice(0, -1);
	const texts = earlier.filter(({ role }) => role === "user");
	for (const { told, asked, answer } of phrases.facts) {
		if (!new RegExp(asked, "i").test(question)) continue;
		const pattern = new RegExp(told, "u");
		const value = texts.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []).at(-1);
		return value === undefined ? "You have not told me yet." : answer.replace("{}", () => value.trim());
	}
	if (/\bwhat (?:did i|have i|was my|were my)\b.*\b(?:first|initial)/i.test(question)) return quote(texts[0], "first");
	if (
		/\bwhat (?:did i|have i|was my|was the) (?:just )?(?:say|said|ask|asked|write|last|previous|earlier)/i.test(
			question,
		)
	) {
		return quote(texts.at(-1), "last");
	}
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
export const reportTool: Skill = ({ conversation }) => {
	const last = conversation.turns.at(-1);
	if (last?.role !== "tool" && last?.role !== "function") return undefined;
	return `The result is ${describeResult(last.text)}.`;
};

/** Looks the answer up in the earlier messages, or in the text above the question. */
export const lookUp: Skill = ({ conversation, question }) => {
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

function describeResult(text: string): string {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
		return Object.entries(value)
			.map(([name, item]) => `${name.replaceAll("_", " ")}: ${typeof item === "string" ? item : JSON.stringify(item)}`)
			.join(", ");
	} catch {
		return text.trim().replace(/\.$/, "");
	}
}
