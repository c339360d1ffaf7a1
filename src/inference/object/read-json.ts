import { parseJson } from "../../base/json.ts";

/**
 * Returns the JSON value in an answer: the whole answer, the content of its only Markdown fence, or the part from its
 * first bracket to its last. Thoughts in `<think>` are ignored. Undefined if there is none.
 */
export function readJson(answer: string): unknown {
	const text = answer.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim();
	const whole = parseJson(text);
	if (whole !== undefined) return whole;
	const fenced = /^[\s\S]*?```(?:json)?\s*\n([\s\S]*?)\n\s*```[\s\S]*$/i.exec(text)?.[1];
	const inFence = fenced === undefined ? undefined : parseJson(fenced);
	if (inFence !== undefined) return inFence;
	const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
	return start >= 0 && end > start ? parseJson(text.slice(start, end + 1)) : undefined;
}
