import { InferenceClient } from "../../../inference/index.ts";
import { InferenceClientToolRunError, type RunToolsArgs, runTools, type ToolEvent } from "../../../tools/index.ts";
import type { CallTarget } from "../../call-target/target.ts";
import { unknownName } from "../../errors/usage.ts";
import type { Message } from "../../input/conversation.ts";
import { describeArgs, describeCall, describeResult } from "../../mcp/describe.ts";
import { type Toolbox, toPattern } from "../../mcp/toolbox.ts";
import { showOutside } from "../../terminal/question.ts";

/** An event of an answer with tools that the chat shows. */
export type ToolPiece = Extract<ToolEvent, { type: "tool-call" | "tool-result" }>;

/** Calls and results before the last answer, as the conversation keeps them. */
export interface ToolTurns {
	messages: Message[];
	/** The last answer. */
	last?: Message | undefined;
}

type ToolLimits = Pick<RunToolsArgs, "maxTurns">;

/** Starts a conversation with tools; `failure` is the error that ended it, if the model did not cause it. */
export async function startRun(
	toolbox: Toolbox,
	{ stream_options: _, messages, ...args }: Record<string, unknown>,
	{ maxTurns }: ToolLimits,
	target: CallTarget,
	signal: AbortSignal,
) {
	const stop = new AbortController();
	let failure: unknown;
	const approve: RunToolsArgs["approve"] = (wanted) =>
		toolbox.approve(wanted, stop.signal).catch((error: unknown) => {
			failure = error;
			stop.abort(error);
			return false;
		});
	const limits = { maxTurns, approve, signal: AbortSignal.any([signal, stop.signal]) };
	const conversation = { messages: messages as RunToolsArgs["messages"], tools: await toolbox.offer() };
	const events = runTools(new InferenceClient(), { ...args, ...conversation, ...limits }, target.options);
	return { events, failure: () => failure };
}

/**
 * Runs the tool loop; yields chunks like those of a chat stream, with the calls and results between them.
 * @param turns receives the messages of the loop, also if it breaks off
 */
export async function* streamWithTools(
	toolbox: Toolbox,
	call: Record<string, unknown> & { messages: readonly Message[] },
	limits: ToolLimits,
	target: CallTarget,
	signal: AbortSignal,
	turns: ToolTurns,
): AsyncGenerator<unknown, void, undefined> {
	const sent = call.messages.length;
	try {
		for await (const event of (await startRun(toolbox, call, limits, target, signal)).events) {
			if (event.type === "text") yield { choices: [{ delta: { content: event.text } }] };
			else if (event.type === "reasoning") yield { choices: [{ delta: { reasoning_content: event.text } }] };
			else if (event.type === "tool-call" || event.type === "tool-result") yield event;
			else if (event.type === "end") {
				const { messages, usage, reason } = event.result;
				turns.messages = messages.slice(sent, -1) as Message[];
				turns.last = messages.at(-1) as Message | undefined;
				yield { choices: [{ delta: {}, finish_reason: reason }], usage };
			}
		}
	} catch (error) {
		if (!(error instanceof InferenceClientToolRunError)) throw error;
		turns.messages = completeTurns(error.messages.slice(sent) as Message[]);
		throw error.cause ?? error;
	}
}

/** Leaves out an answer at the end whose calls have no results: services refuse such a conversation. */
function completeTurns(messages: Message[]): Message[] {
	const answered = new Set(messages.map(({ tool_call_id: id }) => id));
	const end = messages.findIndex(
		({ tool_calls: calls }) => Array.isArray(calls) && calls.some((call: { id?: unknown }) => !answered.has(call.id)),
	);
	return end === -1 ? messages : messages.slice(0, end);
}

export function formatCall(piece: Extract<ToolPiece, { type: "tool-result" }>, toolbox: Toolbox): string {
	return `⚒ ${describeCall(piece.call, toolbox)} · ${describeResult(piece)}`;
}

export function formatWhole(piece: Extract<ToolPiece, { type: "tool-result" }>, toolbox: Toolbox): string {
	const path = showOutside(toolbox.find(piece.call)?.path ?? piece.call.name);
	return `${path}\n${describeArgs(piece.call)}\n${piece.text.slice(0, 20_000)}\n`;
}

/** `/tools`: lists the tools, or switches those of a pattern on or off. */
export function switchTools(toolbox: Toolbox, pattern: string): string {
	if (pattern !== "") {
		const fits = toPattern(pattern);
		const found = toolbox.tools.filter(({ path, offered }) => fits.test(path) || offered === pattern);
		if (found.length === 0) throw unknownName(`No tool matches ${pattern}.`, "/tools lists them.");
		const isOn = !found.every((tool) => tool.isOn);
		for (const tool of found) tool.isOn = isOn;
	}
	const width = Math.max(...toolbox.tools.map(({ path }) => path.length));
	const lines = toolbox.tools.map(({ path, isOn, description = "" }) => {
		return `${isOn ? "on " : "off"} ${path.padEnd(Math.min(width, 40))}  ${(description.split("\n")[0] ?? "").slice(0, 80)}`;
	});
	return [...lines, "/tools NAME switches one on or off; server/* all of a server."].join("\n");
}

/** `/mcp`: the servers and their state. */
export function listServers(toolbox: Toolbox): string {
	return toolbox.servers
		.map(({ name, state, problem }) => {
			const count = toolbox.tools.filter(({ server }) => server === name).length;
			return `${name.padEnd(20)} ${state === "ready" ? `${count} tools` : `${state}${problem ? `: ${problem}` : ""}`}`;
		})
		.join("\n");
}
