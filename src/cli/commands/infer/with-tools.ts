import type { ToolUse } from "../../../exchange/index.ts";
import { awaitFirst } from "../../../inference/call-stream.ts";
import { InferenceClientToolRunError, type ToolRunResult } from "../../../tools/index.ts";
import type { Context } from "../../context.ts";
import { conflict, inapplicable } from "../../errors/usage.ts";
import { describeCall, describeResult, describeWanted, toToolUse } from "../../mcp/describe.ts";
import type { Approval, OfferedCall, Toolbox } from "../../mcp/toolbox.ts";
import type { Sink } from "../../output/text-sink.ts";
import { printJson, toJson } from "../../terminal/json.ts";
import { paintText, type QuestionText, question } from "../../terminal/question.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { askKey } from "../../ui/keys.ts";
import { APPROVALS } from "../chat/call-view.ts";
import { describeStop } from "../chat/run-endings.ts";
import { startRun } from "../chat/tools.ts";
import type { InferCall } from "./options.ts";
import { PARTIAL, withoutDeadline } from "./print.ts";
import { libraryArgs } from "./send.ts";

/** Starts the conversation with tools; returns when its first event has arrived. */
export async function sendWithTools(call: InferCall, toolbox: Toolbox, { signal }: Context) {
	const { events, failure } = await startRun(toolbox, libraryArgs(call), call.options, call.target, signal);
	try {
		return { events: await awaitFirst(events[Symbol.asyncIterator]()), failure };
	} catch (error) {
		throw error instanceof InferenceClientToolRunError ? (error.cause ?? error) : error;
	}
}

/** Prints a run as it proceeds, and adds its tool calls to `uses`; returns its result. */
export async function printRun(
	{ events, failure }: Awaited<ReturnType<typeof sendWithTools>>,
	call: InferCall,
	openSink: () => Promise<Sink>,
	toolbox: Toolbox,
	uses: ToolUse[],
	context: Context,
): Promise<ToolRunResult> {
	const { format, json, stream } = call.options;
	const isEvents = format === "ndjson";
	const isJson = json || format === "json";
	const isWhole = isJson || stream === false;
	let sink: Sink | undefined;
	let result: ToolRunResult | undefined;
	/** The text of the answer that is arriving. */
	let arrived = "";
	let turns = 0;
	try {
		for await (const event of events) {
			if (event.type === "end") result = event.result;
			if (event.type === "text") arrived += event.text;
			if (event.type === "turn") {
				turns = event.turn;
				arrived = "";
			}
			if (event.type === "tool-result") uses.push(toToolUse(event, toolbox, context.now()));
			if (isEvents) {
				await context.print(`${toJson(event)}\n`);
				continue;
			}
			if (event.type === "text" || event.type === "reasoning") {
				if (isWhole) continue;
				if (!sink) {
					sink = await openSink();
					await sink.start();
				}
				const { type, text } = event;
				await sink.add({ content: "", reasoning: "", toolCalls: [], [type === "text" ? "content" : type]: text });
			}
			// The drawing ends before a question or a line about a call.
			if (event.type === "tool-call" || event.type === "turn") {
				await sink?.end();
				sink = undefined;
			}
			if (event.type === "tool-result") {
				const { dim } = context.colors.stderr;
				context.note(paintStyled(dim, `${describeCall(event.call, toolbox)} ${describeResult(event)}`));
			}
		}
	} catch (error) {
		await sink?.breakOff();
		const isOfRun = error instanceof InferenceClientToolRunError;
		// A deadline does not undo the effects of tool calls.
		if (isOfRun && context.signal.aborted && (isJson || (isWhole && arrived !== ""))) {
			const messages = [...error.messages, ...(arrived === "" ? [] : [{ role: "assistant", content: arrived }])];
			const part = { messages, text: arrived, usage: null, cost: null, turns, reason: null };
			// At the deadline nothing more may be sent, but what has come is printed.
			const own = withoutDeadline(context);
			if (isJson) await printJson(part, own);
			else await own.print(`${arrived}\n`);
			context.warn(PARTIAL);
		}
		throw failure() ?? (isOfRun ? error.cause : error) ?? error;
	}
	await sink?.end();
	if (!result) throw new Error("The run ended without a result.");
	if (isJson) await printJson(result, context);
	else if (isWhole) await context.print(`${result.text}\n`);
	const note = describeStop(result.reason);
	if (note !== undefined) context.warn(note);
	return result;
}

/** Asks on the terminal whether a call may run, with one key. */
export async function askOnTerminal(context: Context, wanted: OfferedCall, signal: AbortSignal): Promise<Approval> {
	const key = (letter: QuestionText): QuestionText => paintText(context.colors.stderr.bold, letter);
	context.warn(String(describeWanted(wanted)));
	const answers = question`${key(question`y`)}es, ${key(question`a`)}lways in this conversation, ne${key(question`v`)}er, ${key(question`n`)}o`;
	const keys = new Map(Object.entries(APPROVALS));
	return await askKey(context, question`Run ${wanted.tool.path}? ${answers}: `, keys, signal);
}

/** @throws UsageError for options that do not go with tools */
export function checkToolOptions(
	task: string | undefined,
	{ schema, schemaMulti, tools, output, curl, snippet }: InferCall["options"],
): void {
	if (task !== undefined && task !== "conversational") {
		throw inapplicable("Only chats use tools.", "Leave --mcp out, or use -t chat.");
	}
	const others = {
		"--schema": schema ?? schemaMulti,
		"--tools": tools,
		"--output": output,
		"--curl": curl,
		"--snippet": snippet,
	};
	const [other] = Object.entries(others).find(([, value]) => value !== undefined && value !== false) ?? [];
	if (other !== undefined) throw conflict(`--mcp and ${other} cannot be combined.`);
}
