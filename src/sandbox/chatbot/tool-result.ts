import { isRecord, parseJson } from "../../base/json.ts";
import { withoutNotes } from "./conversation.ts";

/** Characters of a result that are looked at. */
const MAX_RESULT = 100_000;
const CONTENT_MEMBERS = ["content", "output", "stdout", "text", "result", "data"];

/** Whether the result of a tool says that the call failed. */
export function isFailure(result: string): boolean {
	const start = result.slice(0, 400);
	return (
		/^[\s[{("']*(?:<\w*error\w*>|(?:\w+ )?(?:error|failed|failure|fatal|invalid|exception|traceback)\b|permission denied|no such file|file not found|cannot )/i.test(
			start,
		) ||
		/\bexit(?:ed)?(?: with)?(?: exit)?(?: code| status)?[ :=]+[1-9]\d*\b|(?:No such file or directory|ENOENT)/i.test(
			start,
		)
	);
}

/** Returns what a tool read or printed, without what its program put around it: headers, tags, fences, line numbers. */
export function unwrapResult(result: string): string {
	const text = withoutNotes(readMembers(result.slice(0, MAX_RESULT)));
	const [, inFence] = /^[^\n]{0,200}\n?```\w*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
	const [, afterHeader] =
		/^(?:[A-Z][^\n:]{0,80}(?::[^\n]*)?\n){0,12}?(?:Output|Stdout):[ \t]?\n?([\s\S]*)$/.exec(text) ?? [];
	const inTag = findTagged(text);
	return withoutNumbers(
		inTag ??
			inFence ??
			withoutTrailer(afterHeader) ??
			text.replace(/^(?:contents?|file) (?:of )?[^\n]{1,200}:\r?\n/i, ""),
	);
}

/** The text in the first of the tags that programs put around contents. */
function findTagged(text: string): string | undefined {
	const tag = /<(content|file|output|stdout|result)>\r?\n?/.exec(text);
	const end = tag ? text.indexOf(`</${tag[1]}>`, tag.index) : -1;
	return tag && end >= 0 ? text.slice(tag.index + tag[0].length, end).replace(/\r?\n$/, "") : undefined;
}

/** The content in a result that is JSON; other texts as they are. */
function readMembers(text: string): string {
	const value = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined;
	return findText(value, 3) ?? text;
}

function findText(value: unknown, depth: number): string | undefined {
	if (typeof value === "string") return value;
	if (depth === 0) return undefined;
	if (Array.isArray(value)) return value.map((part) => findText(part, depth - 1)).find((part) => part !== undefined);
	if (!isRecord(value)) return undefined;
	return CONTENT_MEMBERS.map((name) => findText(value[name], depth - 1)).find((part) => part !== undefined);
}

/** Programs that print `Output: …` add lines such as `Error: (none)` and `Exit Code: 0`. */
function withoutTrailer(text: string | undefined): string | undefined {
	return text?.replace(/\n(?:Error|Stderr|Exit Code|Signal): [\s\S]*$/, "");
}

/** Removes the numbers in front of lines, as `cat -n` writes them, and notes below the last numbered line. */
function withoutNumbers(text: string): string {
	const lines = text.replace(/^\n+/, "").split(/\r?\n/);
	const first = /^\s*0*(\d+)(?:\t|→|\||: ?)/.exec(lines[0] ?? "");
	if (!first) return text;
	const plain: string[] = [];
	for (const line of lines) {
		const [prefix, number] = /^\s*0*(\d+)(?:\t|→|\||: ?) ?/.exec(line) ?? [];
		if (prefix === undefined || Number(number) !== Number(first[1]) + plain.length) break;
		plain.push(line.slice(prefix.trimEnd().length).replace(/^[\t ]/, ""));
	}
	return plain.join("\n");
}
