import { parseJson, readMember } from "../../base/json.ts";
import type { Random } from "../random.ts";
import { type Conversation, isRequest, withoutNotes } from "./conversation.ts";
import type { Tool, ToolCall } from "./tool-call.ts";
import { callFinder, callNamed, isFinder, readFile, runCommand, writeFile } from "./tool-use.ts";

/** One step of the work that a message requests. */
type Step =
	| { kind: "read"; path: string }
	| { kind: "write"; path: string; phrase: string }
	| { kind: "run"; command: string }
	| { kind: "tool"; name: string; server: string };

/** What to do next: call a tool, or say how the work went. */
interface Move {
	call?: ToolCall;
	text?: string;
}

/** Longer messages are instructions of a program rather than requests. */
const MAX_REQUEST = 1000;
const MAX_SHOWN = 2000;

/**
 * Returns the next move of a conversation whose last message requests work: files read and written, commands run,
 * tools called by name. Undefined if it requests none, or no tool can do it. A failed call is tried with the next
 * tool that fits.
 */
export function planMove(conversation: Conversation, tools: readonly Tool[], random: Random): Move | undefined {
	const { question, turns, system } = conversation;
	const done = turns.slice(turns.findLastIndex(isRequest) + 1);
	const names = done.flatMap(({ calls }) => calls);
	const finder = tools.find(isFinder);
	const results = done
		.filter(({ role }) => role === "tool")
		.map(({ text }) => text)
		.filter((_, index) => finder === undefined || names[index] !== finder.name);
	const folder = findFolder([system, ...turns.map(({ role, text }) => (role === "user" ? text : ""))].join("\n"));
	const use = { tools, folder, source: { text: question, answer: question, random } };
	let found = "";
	let move: Move | undefined;
	for (const step of question.length > MAX_REQUEST ? [] : readSteps(question)) {
		const calls = listCalls(step);
		const failures: string[] = [];
		let result: string | undefined;
		while (result === undefined && results.length > 0 && failures.length < Math.max(calls.length, 1)) {
			const next = results.shift() ?? "";
			if (isFailure(next)) failures.push(next);
			else result = next;
		}
		const call = calls[failures.length];
		if (result === undefined && call) return { call };
		if (result === undefined && failures.length === 0) return move;
		if (result === undefined) return { text: `That failed: ${failures.at(-1)?.trim().slice(0, MAX_SHOWN)}` };
		move = { text: report(step, unwrapResult(result)) };
		if (step.kind !== "write") found = unwrapResult(result);
	}
	return move;

	function listCalls(step: Step): ToolCall[] {
		if (step.kind === "read") return readFile(step.path, use);
		if (step.kind === "write") return writeFile(step.path, selectText(step.phrase, found), use);
		if (step.kind === "run") return runCommand(step.command, use);
		const call = callNamed(step.name, step.server, use);
		if (call) return [call];
		return finder && !names.includes(finder.name) ? [callFinder(finder, step.name, step.server)] : [];
	}

	function report(step: Step, result: string): string {
		if (step.kind === "write") return `I wrote ${JSON.stringify(selectText(step.phrase, found))} to ${step.path}.`;
		const text = step.kind === "read" ? selectText(question, result) : result;
		return `The result is ${text.trim().slice(0, MAX_SHOWN)}`;
	}
}

const PATH =
	/(?<![\w/\\:.@~-])(?!(?:e\.g|i\.e)\b|[A-Z]\w*\.js\b)(?:~?\/)?(?:[\w.-]+\/)*[\w-][\w.-]*\.[a-z]\w{0,7}(?![\w/])/gi;
const CONCERNS_FILES =
	/\b(?:read|open|view|show|print|cat|look|file|contents?|lines?|copy|write|save|put|store|append|create|summari[sz]e|count)\b/i;
const WRITES = /\b(?:write|save|put|store|copy|append|create|print|output)\b/gi;
/** What stands in front of the path of a file to write. */
const TO =
	/\b(?:to|into|as|called|named|create|(?:put|save|store)\b[^.\n]*\bin)\s+(?:(?:an?|the|new|file|called|named)\s+)*[`"']?$/i;
const NAMED_TOOL =
	/\b(?:use|call|invoke|run)\s+(?:the\s+)?(?:mcp\s+)?(?:tool\s+[`"']?([\w.-]*\w)[`"']?|[`"']?([\w.-]+)[`"']?\s+tool)(?:\s+(?:of|from|on)\s+(?:the\s+)?(?:mcp\s+)?(?:server\s+)?[`"']?([\w-]+))?/gi;
const COMMAND = /\b(?:run|execute)\s+(?:the\s+)?(?:shell\s+)?(?:command\s+)?(?:`([^`\n]+)`|"([^"\n]+)")/gi;

/** Returns the steps of a request in their order; files that are only read come first. */
function readSteps(request: string): Step[] {
	const steps: { at: number; step: Step }[] = [];
	for (const { index, 1: name, 2: other = "", 3: server = "" } of request.matchAll(NAMED_TOOL))
		steps.push({ at: index, step: { kind: "tool", name: name ?? other, server } });
	const commands = [...request.matchAll(COMMAND)];
	for (const { index, 1: command, 2: other = "" } of commands)
		steps.push({ at: index, step: { kind: "run", command: command ?? other } });
	const outside = commands.reduce((text, [command]) => text.replace(command, " ".repeat(command.length)), request);
	const paths = CONCERNS_FILES.test(outside) ? [...outside.matchAll(PATH)] : [];
	let end = 0;
	for (const { 0: path, index } of paths) {
		const before = outside.slice(end, index);
		end = index + path.length;
		const [after = ""] = /^[`"']?,?\s+(?:with|containing|that|saying)\b[^\n]*/i.exec(outside.slice(end)) ?? [];
		const verb = [...outside.slice(0, index).matchAll(WRITES)].at(-1)?.index;
		if (verb !== undefined && TO.test(before)) {
			const phrase = `${outside.slice(verb, index)}\n${after}`;
			steps.push({ at: index, step: { kind: "write", path, phrase } });
		} else if (!steps.some(({ step }) => step.kind === "read" && step.path === path)) {
			steps.push({ at: index, step: { kind: "read", path } });
		}
	}
	const written = new Set(steps.flatMap(({ step }) => (step.kind === "write" ? step.path : [])));
	const rank = ({ at, step }: { at: number; step: Step }): number =>
		step.kind === "read" && !written.has(step.path) ? at - request.length : at;
	return steps.sort((a, b) => rank(a) - rank(b)).map(({ step }) => step);
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/** Returns the part of a text that a phrase names, such as "its first line"; else what the phrase itself quotes. */
function selectText(phrase: string, text: string): string {
	const quoted = [...phrase.matchAll(/(?<!\w)(?:"([^"]*)"|“([^”]*)”|`([^`]*)`|'([^']*)')(?!\w)/g)];
	const literal = quoted
		.map((parts) => parts.slice(1).find((part) => part !== undefined) ?? "")
		.find((part) => part.replace(PATH, "") !== "");
	if (literal !== undefined) return literal;
	const lines = text.replace(/\n$/, "").split("\n");
	const [, many] = /\bfirst (\d+) lines\b/i.exec(phrase) ?? [];
	if (many !== undefined) return lines.slice(0, Number(many)).join("\n");
	if (/\b(?:number of|how many) lines\b/i.test(phrase)) return String(lines.length);
	if (/\blast line\b/i.test(phrase)) return lines.at(-1) ?? "";
	const [, ordinal, number] = /\b(?:(first|second|third|fourth|fifth) line|line (\d+))\b/i.exec(phrase) ?? [];
	const line = number === undefined ? ORDINALS.indexOf((ordinal ?? "").toLowerCase()) : Number(number) - 1;
	if (line >= 0) return lines[line] ?? "";
	if (text !== "") return text;
	const [, content] =
		/\b(?:with|containing|saying)\s+(?:the\s+)?(?:(?:text|words?|contents?|line)\s+)?(.+)/i.exec(phrase) ??
		/\b(?:write|save|put|store|append)\s+(?:the\s+)?(?:(?:text|words?|line)\s+)?(.*?)\s+(?:to|into|in|as)\b/i.exec(
			phrase,
		) ??
		[];
	return content?.trim().replace(/\.$/, "") ?? "";
}

/** Returns the folder that a message calls the current one; undefined if none does. */
function findFolder(text: string): string | undefined {
	const [, folder] =
		/\b(?:(?:working|current|project|workspace)\b[^\n:<>=/]{0,40}|cwd)[:>=]\s*[`"']?((?:\/|[a-z]:\\)[^\n<>"'`]{0,1000})/i.exec(
			text,
		) ?? [];
	return folder?.replace(/[\s.,;)]+$/, "").replace(/[\\/]+$/, "");
}

const CONTENT_MEMBERS = ["content", "output", "stdout", "text", "result", "data"];

/** Whether the result of a tool says that the call failed. */
export function isFailure(result: string): boolean {
	const start = result.slice(0, 400);
	return SAYS_FAILURE.test(start) || ENDS_BADLY.test(start);
}

const SAYS_FAILURE =
	/^[\s[{("']*(?:<\w*error\w*>|(?:\w+ )?(?:error|failed|failure|fatal|invalid|exception|traceback)\b|permission denied|no such file|file not found|cannot )/i;
const ENDS_BADLY =
	/\bexit(?:ed)?(?: with)?(?: exit)?(?: code| status)?[ :=]+[1-9]\d*\b|(?:No such file or directory|ENOENT)/i;

/** Returns what a tool read or printed, without what its program put around it: headers, tags, fences, line numbers. */
export function unwrapResult(result: string): string {
	const start = result.slice(0, 100_000);
	// JSON has the text in a member.
	const json = /^\s*[[{"]/.test(start) ? parseJson(start) : undefined;
	const text = withoutNotes(findText(json, 3) ?? start);
	const [, inFence] = /^[^\n]{0,200}\n?```\w*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
	const [, afterHeader] =
		/^(?:[A-Z][^\n:]{0,80}(?::[^\n]*)?\n){0,12}?(?:Output|Stdout):[ \t]?\n?([\s\S]*)$/.exec(text) ?? [];
	const inTag = findTagged(text);
	// Programs that print `Output: …` add lines such as `Error: (none)` and `Exit Code: 0`.
	const output = afterHeader?.replace(/\n(?:Error|Stderr|Exit Code|Signal): [\s\S]*$/, "");
	return withoutNumbers(
		inTag ?? inFence ?? output ?? text.replace(/^(?:contents?|file) (?:of )?[^\n]{1,200}:\r?\n/i, ""),
	);
}

/** The text in the first of the tags that programs put around contents. */
function findTagged(text: string): string | undefined {
	const tag = /<(content|file|output|stdout|result)>\r?\n?/.exec(text);
	const end = tag ? text.indexOf(`</${tag[1]}>`, tag.index) : -1;
	return tag && end >= 0 ? text.slice(tag.index + tag[0].length, end).replace(/\r?\n$/, "") : undefined;
}

function findText(value: unknown, depth: number): string | undefined {
	if (typeof value === "string") return value;
	if (depth === 0 || value === null || typeof value !== "object") return undefined;
	const parts = Array.isArray(value) ? value : CONTENT_MEMBERS.map((name) => readMember(value, name));
	return parts.map((part) => findText(part, depth - 1)).find((part) => part !== undefined);
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
