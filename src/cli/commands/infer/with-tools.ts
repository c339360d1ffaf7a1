import type { ToolUse } from "../../../exchange/index.ts";
import { awaitFirst } from "../../../inference/call-stream.ts";
import { InferenceClient } from "../../../inference/index.ts";
import { InferenceClientToolRunError, runTools, type ToolRunResult } from "../../../tools/index.ts";
import type { Context } from "../../context.ts";
import { conflict, inapplicable } from "../../errors/usage.ts";
import { describeCall, describeResult, toToolUse } from "../../mcp/describe.ts";
import type { Approval, OfferedCall, Toolbox } from "../../mcp/toolbox.ts";
import type { Sink } from "../../output/text-sink.ts";
import { printJson, toJson } from "../../terminal/json.ts";
import { askKey } from "../../ui/keys.ts";
import type { InferCall } from "./options.ts";
import { libraryArgs } from "./send.ts";

/**
 * Starts the conversation with tools; returns when its first event has come.
 * @returns the events, and the error that is not the model's, if one has ended the run
 */
export async function startRun(call: InferCall, toolbox: Toolbox, context: Context) {
	const { target, options } = call;
	const stop = new AbortController();
	let failure: unknown;
	const {
		stream_options: _,
		messages,
		...args
	} = libraryArgs(call) as ReturnType<typeof libraryArgs> & {
		messages: Parameters<typeof runTools>[1]["messages"];
	};
	const run = runTools(
		new InferenceClient(),
		{
			...args,
			messages,
			tools: await toolbox.offer(),
			maxTurns: options.maxTurns,
			maxCost: options.maxCost,
			approve: (wanted) =>
				toolbox.approve(wanted, stop.signal).catch((error: unknown) => {
					failure = error;
					stop.abort(error);
					return false;
				}),
			signal: AbortSignal.any([context.signal, stop.signal]),
		},
		target.options,
	);
	try {
		return { events: await awaitFirst(run[Symbol.asyncIterator]()), failure: () => failure };
	} catch (error) {
		throw error instanceof InferenceClientToolRunError ? (error.cause ?? error) : error;
	}
}

/**
 * Prints a run as it goes; returns what it came to.
 * @param uses gets the record of each call of a tool
 */
export async function printRun(
	{ events, failure }: Awaited<ReturnType<typeof startRun>>,
	call: InferCall,
	openSink: () => Promise<Sink>,
	toolbox: Toolbox,
	uses: ToolUse[],
	context: Context,
): Promise<ToolRunResult> {
	const { format, json } = call.options;
	const isEvents = format === "ndjson";
	const isWhole = json || format === "json" || call.options.stream === false;
	let sink: Sink | undefined;
	let result: ToolRunResult | undefined;
	const endText = async (): Promise<void> => {
		const open = sink;
		sink = undefined;
		await open?.end();
	};
	try {
		for await (const event of events) {
			if (event.type === "end") result = event.result;
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
				const piece = { content: "", reasoning: "", toolCalls: [] };
				await sink.add(event.type === "text" ? { ...piece, content: event.text } : { ...piece, reasoning: event.text });
			}
			// What is drawn ends before a question or a line about a call.
			if (event.type === "tool-call" || event.type === "turn") await endText();
			if (event.type === "tool-result") {
				const { dim } = context.colors.stderr;
				context.note(dim(`${describeCall(event.call, toolbox)} ${describeResult(event)}`));
			}
		}
	} catch (error) {
		await sink?.breakOff();
		const cause = error instanceof InferenceClientToolRunError ? error.cause : error;
		throw failure() ?? cause ?? error;
	}
	await endText();
	if (!result) throw new Error("The run ended without a result.");
	if (isWhole) {
		if (json || format === "json") await printJson(result, context);
		else await context.print(`${result.text}\n`);
	}
	if (!isEvents) noteReason(result, context);
	return result;
}

function noteReason({ reason, turns }: ToolRunResult, context: Context): void {
	const notes: Partial<Record<ToolRunResult["reason"], string>> = {
		"max-turns": `Stopped after ${turns} answers; --max-turns allows more.`,
		"max-cost": "Stopped: the cost has reached --max-cost.",
		repeated: "Stopped: the model made the same call again and again.",
		length: "The answer was cut at the token limit; --max-tokens sets it.",
	};
	const note = notes[reason];
	if (note !== undefined) context.warn(note);
}

/** Asks on the terminal whether a call may run, with one key. */
export async function askOnTerminal(context: Context, wanted: OfferedCall, signal: AbortSignal): Promise<Approval> {
	const { tool, call } = wanted;
	const { bold, dim } = context.colors.stderr;
	const hints = tool.hints.length > 0 ? dim(` (the server says: ${tool.hints.join(", ")})`) : "";
	context.warn(`The model wants to call ${bold(tool.path)}${hints} with:`);
	context.warn(describeCall.args(call));
	const question = `Run it? ${bold("y")}es, ${bold("a")}lways in this conversation, ne${bold("v")}er, ${bold("n")}o: `;
	return await askKey(context, question, APPROVALS, signal);
}

const APPROVALS: ReadonlyMap<string, Approval> = new Map([
	["y", "once"],
	["a", "always"],
	["v", "never"],
	["n", "no"],
]);

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
