import { checkFunction, InferenceClientError, InferenceClientInputError } from "../errors.ts";
import { CostLimit, ObservedCall, type Usage } from "../exchange/index.ts";
import { sumCosts } from "../exchange/token-price.ts";
import { onAbort, race, startDeadline, wait } from "../http/index.ts";
import { awaitFirst } from "../inference/call-stream.ts";
import { type ReasoningMemory, sendWithReasoning } from "../inference/chat-form.ts";
import { checkCall } from "../inference/check-call.ts";
import { countAnswers, readDelta } from "../inference/delta.ts";
import type {
	BaseArgs,
	CallOptions,
	ChatCompletionInputMessage,
	ChatCompletionInputMessageChunk,
	ChatCompletionOutputUsage,
	FinalCompletion,
	InferenceClient,
} from "../inference/index.ts";
import { notify } from "../inference/logger.ts";
import { type Tool, type ToolCall, toMediaMessage, toOutput } from "./tool.ts";

/** Arguments of `runTools`: those of a chat, such as `model`, `provider` and `temperature`, and these. */
export interface RunToolsArgs extends BaseArgs {
	/** The conversation so far. It is not changed. */
	messages: readonly ChatCompletionInputMessage[];
	/** The functions that the model may call, created by `tool`. */
	tools: readonly Tool[];
	/** Maximum answers of the model. Default 10. */
	maxTurns?: number | undefined;
	/**
	 * US dollars. The run ends before an answer that may pass it: an answer counts with as many tokens as `max_tokens` allows,
	 * else with 32,768. Default: no limit.
	 */
	maxCost?: number | undefined;
	/** With `maxCost`: whether a model of unknown price is an error. Default `refuse`. */
	unknownPrice?: "refuse" | "allow" | undefined;
	/** Bytes of one result that the model gets. Default 1 MB. */
	maxResultBytes?: number | undefined;
	/** Calls of one answer that run at the same time. Default 4. */
	concurrency?: number | undefined;
	/** Milliseconds that one call may take. Default 60,000. */
	toolTimeout?: number | undefined;
	/** Called before each call; false refuses it, and the model gets an error. Default: every call may run. */
	approve?: ((call: ToolCall) => boolean | Promise<boolean>) | undefined;
	/** Aborts the run: the request in flight, and the running tools. */
	signal?: AbortSignal | undefined;
	[parameter: string]: unknown;
}

/** Why a run ended: the model had no more calls, its answer was cut off, or a limit was reached. */
export type ToolRunReason = "stop" | "length" | "max-turns" | "max-cost" | "repeated";

/** The result of a run. */
export interface ToolRunResult {
	/** The whole conversation: the messages that were given, answers, calls and results. */
	messages: ChatCompletionInputMessage[];
	/** The text of the last answer. */
	text: string;
	/** Tokens of all answers; null if the provider does not report those of one. */
	usage: ChatCompletionOutputUsage | null;
	/** US dollars of all answers; null if the price of one is not known. */
	cost: number | null;
	/** Answers of the model. */
	turns: number;
	reason: ToolRunReason;
}

/** An event of a run. */
export type ToolEvent =
	| { type: "text" | "reasoning"; text: string }
	| { type: "tool-call"; call: ToolCall }
	/** `text` is what the model gets; `ms` how long the tool ran. */
	| { type: "tool-result"; call: ToolCall; text: string; isError: boolean; ms: number }
	/** After each answer and the calls in it. */
	| { type: "turn"; turn: number; usage: ChatCompletionOutputUsage | null; cost: number | null }
	| { type: "end"; result: ToolRunResult };

/** A run with tools: its events (can be read once), and its result. */
export interface ToolRun extends AsyncIterable<ToolEvent> {
	[Symbol.asyncIterator](): AsyncGenerator<ToolEvent, void, undefined>;
	/** Runs to the end, if no loop does. Rejects as the loop does, and if the loop was left early. */
	result(): Promise<ToolRunResult>;
}

/** A run that ended with an error: `cause` is the error; `messages` is the conversation so far, from which to continue. */
export class InferenceClientToolRunError extends InferenceClientError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.InferenceClientToolRunError");

	readonly messages: readonly ChatCompletionInputMessage[];

	constructor(cause: unknown, messages: readonly ChatCompletionInputMessage[]) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.name = "ToolRunError";
		this.messages = messages;
	}
}

/**
 * Continues a conversation until the model has no more calls: each answer's calls run in parallel, and their results go
 * back to the model. Unknown tools, arguments that do not fit, exceptions and timeouts are results that the model gets
 * as errors. A call that is repeated with the same arguments is refused the third time, and ends the run the fourth.
 *
 * ```ts
 * const run = runTools(client, { model: "org/name", messages, tools: [add] });
 * for await (const event of run) if (event.type === "text") process.stdout.write(event.text);
 * const { messages, cost } = await run.result();
 * ```
 * @param client sends the requests to the model
 * @param options of each call of the client; `deadline` is that of the whole run
 * @throws ToolRunError with the cause and the messages so far, if a request to the model fails or `signal` aborts the run
 */
export function runTools(client: InferenceClient, args: RunToolsArgs, options: CallOptions = {}): ToolRun {
	checkFunction("runTools: chatCompletionStream of the client", client?.chatCompletionStream);
	checkCall("runTools", args, options);
	if (!Array.isArray(args.tools)) throw new InferenceClientInputError("runTools: tools must be a list");
	let settle: (outcome: ToolRunResult | Error) => void = () => undefined;
	const result = new Promise<ToolRunResult>((resolve, reject) => {
		settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
	});
	// A loop reports the error too.
	result.catch(() => undefined);
	const events = run(client, args, options, settle);
	let isLooped = false;
	const drain = async (): Promise<void> => {
		for await (const _ of events);
	};
	return {
		[Symbol.asyncIterator]: () => {
			isLooped = true;
			return events;
		},
		result: () => {
			if (!isLooped) drain().catch(() => undefined);
			isLooped = true;
			return result;
		},
	};
}

/** Calls of one answer that run. The others are refused with an error: the model may make them in its next answer. */
const MAX_CALLS_PER_TURN = 64;
/** The same call with the same arguments is refused from this time on. */
const MAX_SAME_CALLS = 3;

/** A call with its tool, or what is wrong with it. */
interface RequestedToolCall {
	call: ToolCall;
	tool: Tool | undefined;
	problem: string | undefined;
}

interface ToolOutcome {
	call: ToolCall;
	text: string;
	media: readonly ChatCompletionInputMessageChunk[];
	isError: boolean;
	ms: number;
}

/** @param settle called with the result of the run; only the first call counts */
function run(
	client: InferenceClient,
	args: RunToolsArgs,
	options: CallOptions,
	settle: (outcome: ToolRunResult | Error) => void,
): AsyncGenerator<ToolEvent, void, undefined> {
	const {
		model,
		tools: offered,
		maxTurns = 10,
		maxCost,
		unknownPrice,
		maxResultBytes = 1e6,
		concurrency = 4,
		toolTimeout = 60_000,
		approve,
		signal: outer,
		...chat
	} = args;
	// One for all answers and the tools between them.
	const deadline = options.deadline ?? client.defaultOptions.deadline;
	const tools = new Map(offered.map((tool) => [tool.name, tool]));
	if (tools.size < offered.length)
		throw new InferenceClientInputError("Two tools have the same name: the model could not tell them apart.");
	if ((countAnswers(args) ?? 1) > 1)
		throw new InferenceClientInputError("n must be 1: one answer decides which tools run.");
	const messages = [...args.messages];
	const reasoningMemory: ReasoningMemory = new Map();
	/** Aborts requests and tools when the run is left, and at the deadline. */
	const stop = new AbortController();
	const signal = AbortSignal.any([stop.signal, outer, options.signal].filter((given) => given !== undefined));
	/** Name and arguments of a call → how often it was made. */
	const made = new Map<string, number>();
	const costLimit = maxCost === undefined ? undefined : new CostLimit(maxCost, unknownPrice);
	/** Of nothing, and of each answer. */
	const costs: (number | null)[] = [0];
	let usage: ChatCompletionOutputUsage | null = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

	async function* runTurns(): AsyncGenerator<ToolEvent, void, undefined> {
		const end = (text: string, turns: number, reason: ToolRunReason): ToolEvent => {
			const result = { messages: [...messages], text, usage, cost: sumCosts(costs), turns, reason };
			settle(result);
			return { type: "end", result };
		};
		const limit = startDeadline(deadline, undefined);
		onAbort(limit.signal, () => stop.abort(limit.signal?.reason));
		try {
			let text = "";
			for (let turn = 1; turn <= maxTurns; turn++) {
				let completion: FinalCompletion;
				try {
					completion = yield* requestAnswer();
				} catch (error) {
					if (turn === 1 || !isOverBudget(error)) throw error;
					yield end(text, turn - 1, "max-cost");
					return;
				}
				const { message, finish_reason } = completion.choices[0] ?? {};
				const calls = await takeCalls(message, turn);
				messages.push({ ...(message ?? { role: "assistant" }), ...toolCalls(calls) });
				const isRepeated = calls.length > 0 && (yield* runCalls(calls));
				yield { type: "turn", turn, usage: completion.usage, cost: costs.at(-1) ?? null };
				const last = finish_reason === "length" ? "length" : "stop";
				const reason = isRepeated ? "repeated" : calls.length === 0 ? last : undefined;
				text = message?.content ?? "";
				const ended = reason ?? (turn === maxTurns ? "max-turns" : undefined);
				if (!ended) continue;
				yield end(text, turn, ended);
				return;
			}
			yield end("", 0, "max-turns");
		} catch (error) {
			const failure = new InferenceClientToolRunError(error, messages);
			settle(failure);
			throw failure;
		} finally {
			settle(new InferenceClientInputError("The run was stopped before its end."));
			limit.close();
			stop.abort();
		}
	}

	/** Requests one answer and adds up its cost. */
	async function* requestAnswer(): AsyncGenerator<ToolEvent, FinalCompletion, undefined> {
		const counted = new ObservedCall({ task: "conversational", model: model ?? null });
		const watched = counted.watch(options.fetch ?? client.defaultOptions.fetch ?? globalThis.fetch);
		const fetch = costLimit?.watch(watched, () => (model === undefined ? {} : { model })) ?? watched;
		const asked = {
			endpointUrl: client.defaultOptions.endpointUrl,
			...chat,
			...(model === undefined ? {} : { model }),
			messages: [...messages],
			stream_options: { include_usage: true },
			...(offered.length === 0 ? {} : { tools: offered.map(describe) }),
		};
		const tell = (message: string): void =>
			notify({ type: "refused", message }, { ...client.defaultOptions, ...options });
		const { stream, chunks } = await sendWithReasoning(asked, reasoningMemory, tell, async (adapted) => {
			const sent = client.chatCompletionStream(adapted, { ...options, fetch, signal, deadline: undefined });
			return { stream: sent, chunks: await awaitFirst(sent) };
		});
		for await (const chunk of chunks) {
			const { content, reasoning } = readDelta(chunk);
			if (reasoning !== "") yield { type: "reasoning", text: reasoning };
			if (content !== "") yield { type: "text", text: content };
		}
		const completion = await stream.final();
		const record = counted.record();
		costs.push(record.cost_usd);
		usage = addTokens(usage, record.usage ?? undefined);
		return completion;
	}

	/** Returns the calls of an answer, with ids and checked arguments. */
	async function takeCalls(
		message: FinalCompletion["choices"][number]["message"] | undefined,
		turn: number,
	): Promise<RequestedToolCall[]> {
		const calls = message?.tool_calls ?? [];
		return await Promise.all(
			calls.map(async ({ id, function: { name, arguments: text } }, index) => {
				const tool = tools.get(name);
				const call = { id: id || `call_${turn}_${index}`, name, args: undefined as unknown, text };
				if (index >= MAX_CALLS_PER_TURN) {
					const problem = `one answer may have ${MAX_CALLS_PER_TURN} calls, not ${calls.length}. This one was not made.`;
					return { call, tool, problem };
				}
				if (!tool) {
					const names = [...tools.keys()].join(", ") || "none";
					return { call, tool, problem: `There is no tool "${name}". The tools are: ${names}.` };
				}
				const reading = await tool.read(text);
				if ("problems" in reading) return { call, tool, problem: `The arguments do not fit: ${reading.problems}` };
				call.args = reading.value;
				return { call, tool, problem: undefined };
			}),
		);
	}

	/** Runs the calls of an answer side by side and adds their results; returns whether the model repeats itself. */
	async function* runCalls(calls: readonly RequestedToolCall[]): AsyncGenerator<ToolEvent, boolean, undefined> {
		for (const { call } of calls) yield { type: "tool-call", call };
		const counts = calls.map(({ call: { name, text } }, index) => {
			if (index >= MAX_CALLS_PER_TURN) return 0;
			const key = `${name} ${text}`;
			const count = (made.get(key) ?? 0) + 1;
			made.set(key, count);
			return count;
		});
		const outcomes: ToolOutcome[] = [];
		const running = new Map<number, Promise<number>>();
		const waiting = calls.entries();
		while (outcomes.length < calls.length || running.size > 0) {
			while (running.size < Math.max(1, concurrency)) {
				const { value, done } = waiting.next();
				if (done) break;
				const [index, wanted] = value;
				const start = async (): Promise<number> => {
					outcomes[index] = await runCall(wanted, counts[index] ?? 1);
					return index;
				};
				running.set(index, start());
			}
			const ended = await race(Promise.race(running.values()), signal);
			running.delete(ended);
			const { call, text, isError, ms } = outcomes[ended] as ToolOutcome;
			yield { type: "tool-result", call, text, isError, ms };
		}
		for (const { call, text } of outcomes) messages.push({ role: "tool", tool_call_id: call.id, content: text });
		const media = toMediaMessage(outcomes.flatMap((outcome) => outcome.media));
		if (media) messages.push(media);
		return counts.some((count) => count > MAX_SAME_CALLS);
	}

	/** Never rejects: an error is a result for the model. */
	async function runCall({ call, tool, problem }: RequestedToolCall, count: number): Promise<ToolOutcome> {
		let started = Date.now();
		const end = (text: string, isError: boolean, media: ToolOutcome["media"] = []): ToolOutcome => {
			return { call, text, isError, media, ms: Date.now() - started };
		};
		if (!tool || problem !== undefined) return end(`Error: ${problem}`, true);
		if (count >= MAX_SAME_CALLS)
			return end("Error: this call was made before with the same arguments, and has the same result. Go on.", true);
		const over = new AbortController();
		const until = AbortSignal.any([signal, over.signal]);
		try {
			if (approve && !(await approve(call))) return end("Error: the user did not allow this call.", true);
			started = Date.now();
			const ran = Promise.resolve(tool.run(call.args, { signal: until, call }));
			const late = wait(toolTimeout, until).then(() => {
				throw new Error(`the tool took longer than ${toolTimeout / 1000} s.`);
			});
			const { text, media } = await toOutput(await Promise.race([ran, late]), maxResultBytes);
			return end(text, false, media);
		} catch (error) {
			const message = `Error: ${error instanceof Error ? error.message : String(error)}`;
			return end((await toOutput(message, maxResultBytes)).text, true);
		} finally {
			over.abort();
		}
	}

	return runTurns();
}

/** Whether a request was not sent because of `maxCost`, or of a limit around the `fetch` of the client. */
function isOverBudget(error: unknown): boolean {
	return error instanceof InferenceClientInputError && error.code === "over-budget";
}

/** Null as soon as the tokens of one answer are unknown. */
function addTokens(
	sum: ChatCompletionOutputUsage | null,
	{ input_tokens: input, output_tokens: output }: Partial<Usage> = {},
): ChatCompletionOutputUsage | null {
	if (!sum || input === undefined || output === undefined) return null;
	const [prompt_tokens, completion_tokens] = [sum.prompt_tokens + input, sum.completion_tokens + output];
	return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function describe({ name, description, parameters }: Tool): { type: "function"; function: { name: string } } {
	const described = { name, ...(description === undefined ? {} : { description }), parameters };
	return { type: "function", function: described };
}

/** The calls as the conversation keeps them: with the ids that the results name. */
function toolCalls(calls: readonly RequestedToolCall[]): Partial<ChatCompletionInputMessage> {
	if (calls.length === 0) return {};
	return {
		tool_calls: calls.map(({ call: { id, name, text } }) => ({
			id,
			type: "function",
			function: { name, arguments: text },
		})),
	};
}
