import type { ToolUse } from "../../exchange/index.ts";
import type { ToolCall, ToolEvent } from "../../tools/index.ts";
import { formatSize } from "../terminal/amounts.ts";
import { joinTexts, outsideJson, type QuestionText, question } from "../terminal/question.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { TOOL_HINTS } from "./connection.ts";
import type { OfferedCall, Toolbox } from "./toolbox.ts";

const SHORT_ARGS = 80;

/** The tool and its arguments, short, on one line. */
export function describeCall(call: ToolCall, toolbox: Toolbox): string {
	const args = oneLine(call.text);
	return `${toolbox.pathOf(call)} ${args.length > SHORT_ARGS ? `${args.slice(0, SHORT_ARGS)}…` : args}`;
}

/** All arguments of a call, indented. */
export function describeArgs({ args, text }: ToolCall): QuestionText {
	return outsideJson(args === undefined ? text : args);
}

/** The question before a call, without its keys; those are in the next line, with the name of the tool again. */
export function describeWanted({ tool, call }: OfferedCall): QuestionText {
	const claims = tool.hints.map((hint) => TOOL_HINTS[hint]);
	const hints = claims.length === 0 ? question`` : question` (its server says that it ${joinTexts(claims, ", ")})`;
	return question`The model wants to call ${tool.path}${hints} with:\n${describeArgs(call)}`;
}

/** How a call has ended: time and size, or its error. */
export function describeResult({ text, isError, ms }: Extract<ToolEvent, { type: "tool-result" }>): string {
	const seconds = `${(ms / 1000).toFixed(1)} s`;
	return isError ? `${seconds}, ${oneLine(text).slice(0, 200)}` : `${seconds}, ${formatSize(text.length)}`;
}

function oneLine(text: string): string {
	return sanitize(text).replace(/\s+/g, " ").trim();
}

export function toToolUse(
	{ call, text, isError, ms }: Extract<ToolEvent, { type: "tool-result" }>,
	toolbox: Toolbox,
	now: number,
): ToolUse {
	const name = toolbox.pathOf(call);
	const time = new Date(now - ms).toISOString();
	return { name, time, ms, bytes: Buffer.byteLength(text), ...(isError ? { failed: true } : {}) };
}
