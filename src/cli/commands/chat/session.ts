import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { omitUndefined, readMember } from "../../../base/json.ts";
import type { ToolUse } from "../../../exchange/index.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { sum } from "../../../exchange/token-price.ts";
import { type Fetch, race } from "../../../http/index.ts";
import { pickReasoning, type ReasoningMemory, sendWithReasoning } from "../../../inference/chat-form.ts";
import { countAnswers } from "../../../inference/delta.ts";
import type { ChatCompletionOutputUsage } from "../../../inference/index.ts";
import { runStream } from "../../../inference/run.ts";
import { checkContext, leaveOutImages } from "../../call-target/context-limits.ts";
import { type CostGate, openCostLimit } from "../../call-target/cost-limit.ts";
import { tryProviders } from "../../call-target/failover.ts";
import { openTarget } from "../../call-target/open-target.ts";
import { calleeOf } from "../../call-target/resolve.ts";
import { type CallTarget, callIdentity, priceSource } from "../../call-target/target.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { type Subject, withSubject } from "../../errors/subject.ts";
import { conflict, UsageError } from "../../errors/usage.ts";
import { readChatParameters } from "../../input/args.ts";
import type { Attachment } from "../../input/attachment.ts";
import type { Message } from "../../input/conversation.ts";
import { toToolUse } from "../../mcp/describe.ts";
import type { Toolbox } from "../../mcp/toolbox.ts";
import { type CallRecorder, openCallRecorder } from "../../network/call-recorder.ts";
import { createCallLog } from "../../network/connect.ts";
import { withDeadline } from "../../network/deadline.ts";
import { connectHub, type HubConnection } from "../../network/hub.ts";
import { readProviders } from "../../options/provider.ts";
import { tokensPerSecond } from "../../output/stats.ts";
import { addChunk, type StreamedAnswer } from "../../output/text-sink.ts";
import {
	type ChatTarget,
	findChatTarget,
	isSandboxed,
	modelOf,
	namePlace,
	settlePlace,
	splitModelAt,
	toTargetOptions,
} from "./chat-target.ts";
import type { ChatOptions } from "./options.ts";
import {
	type AnswerFacts,
	addMessage,
	adoptOneShot,
	appendToChat,
	type ChatRecord,
	type ChatSettings,
	describeFailedSave,
	dropAnswer,
	dropExchange,
	isOneShot,
	newChatId,
	readText,
	type SavedChat,
} from "./store.ts";
import type { ToolPiece, ToolTurns } from "./tools.ts";

/** Parts of a response as they arrive. */
export type AnswerPiece = { type: "text" | "reasoning"; text: string } | ToolPiece;

/** A conversation: its messages, its model and place, and the file it is saved in. */
export class ChatSession {
	messages: Message[] = [];
	settings: ChatSettings;
	place: ChatTarget;
	id: string;
	private targets = new Map<string | undefined, CallTarget>();
	/** Provider of the last call, if Hugging Face chose it. */
	private chosen: string | undefined;
	private hub: Promise<HubConnection> | undefined;
	/** Model of the last call, if the user named none. */
	private model: string | undefined;
	private parameters: Record<string, unknown> | undefined;
	private isSaved = false;
	/** False with `hub config set history off`, until the user saves the chat. */
	private keeps: boolean;
	private readonly secrets: Secrets;
	/** The tools of servers; undefined without any. */
	toolbox: Promise<Toolbox> | undefined;
	/** The record of the pending answer. */
	private recorder: CallRecorder | undefined;
	private target: CallTarget | undefined;
	private readonly costs: number[] = [];
	/** What refusals showed about the reasoning in the conversation. */
	private readonly reasoningMemory: ReasoningMemory = new Map();
	/** `--max-cost`, for all answers of the session. */
	private readonly costGate: CostGate | undefined;

	private readonly options: ChatOptions;
	private readonly context: Context;

	/** @param place where a saved chat is continued; default: by the options */
	constructor(options: ChatOptions, context: Context, place?: ChatTarget) {
		this.options = options;
		this.context = context;
		this.id = newChatId(context.now());
		const config = readConfig(context);
		this.place = place ?? findChatTarget(options, context, config);
		this.settings = { model: modelOf(options, this.place), system: options.system };
		this.keeps = resolveSetting("history", undefined, context, config).value === "on";
		this.costGate = openCostLimit(options, context);
		this.secrets = new Secrets(knownSecrets(options, context.env, config));
	}

	/** Model, if known, and place, with the provider if Hugging Face has chosen one. */
	get subject(): { model: string | undefined; place: string } {
		const { place, chosen } = this;
		const hubs = place.endpoint === undefined && !isSandboxed(place) ? chosen : undefined;
		return { model: this.settings.model ?? this.model, place: hubs ?? namePlace(place) };
	}

	get isKept(): boolean {
		return this.isSaved && this.keeps;
	}

	get isBegun(): boolean {
		return this.isSaved;
	}

	/** Saves the chat, even if saving is turned off. */
	keep(): void {
		if (this.keeps) return;
		this.keeps = true;
		this.begin();
	}

	/** Resolves the target of the call; may send requests to Hugging Face. */
	async connect(provider: string | undefined): Promise<CallTarget> {
		const known = this.targets.get(provider);
		if (known) return known;
		const { model } = this.settings;
		const given = { ...this.options, provider: undefined, endpoint: undefined, sandbox: undefined, direct: undefined };
		const place = toTargetOptions({ ...this.place, ...(provider === undefined ? {} : { provider }) });
		const { listen: events } = createCallLog((event) => {
			if (event.type === "retry" || event.type === "note") this.context.note(event.message);
			if (event.type === "provider") this.chosen = event.provider;
		});
		const options = omitUndefined({ ...given, model, ...place, isConversation: true });
		const target = await openTarget("conversational", options, this.context, events, (fetch) => {
			// A connection serves many answers, each with its own record.
			const recorded: Fetch = (input, init) => (this.recorder?.watch(fetch) ?? fetch)(input, init);
			return this.costGate?.(recorded, () => this.target) ?? recorded;
		});
		this.targets.set(provider, target);
		this.chosen = target.provider;
		const settled = target.local ? settlePlace(this.place, target.local) : this.place;
		if (settled !== this.place) {
			this.place = settled;
			this.saveSettings();
		}
		this.model = target.model;
		return target;
	}

	/** @throws UsageError if the conversation with another text is longer than the model's context */
	async checkContext(text: string): Promise<void> {
		// If it cannot be called, the first message reports why.
		const target = await this.connect(readProviders(this.place)[0]).catch(() => undefined);
		if (target) await checkContext([...this.sentMessages(), text], target, this.context);
	}

	/**
	 * Returns the attachments that the model takes.
	 * @param named words that the user typed
	 * @throws UsageError for an image that was named, or if nothing would remain
	 */
	async fitting(files: readonly Attachment[], named: readonly string[]): Promise<Attachment[]> {
		if (files.every(({ kind }) => kind !== "image")) return [...files];
		const target = await this.connect(readProviders(this.place)[0]).catch(() => undefined);
		return target ? await leaveOutImages(files, named, target, this.context) : [...files];
	}

	connectHub(): Promise<HubConnection> {
		const sandbox = isSandboxed(this.place);
		this.hub ??= connectHub({ ...this.options, sandbox }, this.context);
		return this.hub;
	}

	/** Changes model or instructions. A model written `id:provider` names a provider too. */
	choose(settings: ChatSettings): void {
		const { model, provider } = splitModelAt(this.place, settings.model);
		if (provider !== undefined) this.moveTo(provider);
		this.settings = { ...this.settings, ...settings };
		if ("model" in settings) {
			this.settings.model = model;
			this.clearTargets();
		}
		this.saveSettings();
	}

	/** Continues the chat with another provider; an endpoint is its own provider. */
	moveTo(provider: string): void {
		const { endpoint, ...place } = this.place;
		if (endpoint !== undefined) {
			throw conflict(
				`This chat runs on ${endpoint}, and stays there.`,
				`To send it elsewhere, leave and run hub chat --resume ${this.id} -p ${provider}`,
			);
		}
		this.place = { ...place, provider };
		this.clearTargets();
		this.saveSettings();
	}

	say(content: unknown): void {
		const message: Message = { role: "user", content };
		if (!this.isSaved) this.begin();
		addMessage(this.messages, message);
		this.append({ type: "message", time: this.time(), ...message });
	}

	/** Removes the last answer; returns false if there is no question to repeat. */
	retry(): boolean {
		if (!this.messages.some(({ role }) => role === "user")) return false;
		if (this.messages.at(-1)?.role === "assistant" && this.isSaved) this.append({ type: "retry" });
		dropAnswer(this.messages);
		return true;
	}

	/** Removes the last question and its answer; returns the question, or undefined if there is none. */
	undo(): Message | undefined {
		const question = dropExchange(this.messages);
		if (question && this.isSaved) this.append({ type: "undo" });
		return question;
	}

	async readParameters(): Promise<Record<string, unknown>> {
		this.parameters ??= await readChatParameters(this.options, this.context);
		return this.parameters;
	}

	/**
	 * Calls the model and delivers its answer as it arrives. A partial answer is kept, even if the signal or `--deadline`
	 * ends it.
	 */
	async answer(signal: AbortSignal, use: (piece: AnswerPiece) => void): Promise<AnswerFacts> {
		const context = Object.create(this.context, { signal: { value: signal } }) as Context;
		return await withDeadline(this.options.deadline, context, (limited) => this.receive(limited, use));
	}

	private async receive(context: Context, use: (piece: AnswerPiece) => void): Promise<AnswerFacts> {
		const { signal } = context;
		const answer: StreamedAnswer = { text: "", timing: { started: this.context.now() } };
		const toolCalls: string[] = [];
		this.recorder = await openCallRecorder("chat", { ...this.options, stats: true }, this.context);
		let failure: unknown;
		const turns: ToolTurns = { messages: [] };
		const uses: ToolUse[] = [];
		const take = async (chunk: unknown): Promise<void> => {
			if (isToolPiece(chunk)) {
				// The text before a tool call is in its own message.
				answer.text = "";
				answer.reasoning = undefined;
				const toolbox = await this.toolbox;
				if (chunk.type === "tool-result" && toolbox) uses.push(toToolUse(chunk, toolbox, this.context.now()));
				return use(chunk);
			}
			const delta = addChunk(answer, chunk, this.context);
			if (delta.reasoning) use({ type: "reasoning", text: delta.reasoning });
			if (delta.content) use({ type: "text", text: delta.content });
			for (const { index, name, arguments: piece } of delta.toolCalls) {
				toolCalls[index] = `${toolCalls[index] ?? ""}${name ? `${name}: ` : ""}${piece}`;
			}
			// Reading a stream without yielding would leave no time to handle keys.
			await nextTurn();
		};
		try {
			const { first, rest, subject } = await tryProviders(
				readProviders(this.place),
				(provider) => this.ask(provider, signal, turns),
				context,
			);
			await withSubject(subject, async () => {
				if (!first.done) await take(first.value);
				for await (const chunk of rest) await take(chunk);
			});
			if (toolCalls.length > 0) {
				const text = `\n\n${toolCalls.filter(Boolean).join("\n")}`;
				answer.text += text;
				use({ type: "text", text });
			}
			return { ...this.measure(answer), ...(await this.showCost()) };
		} catch (error) {
			failure = error;
			throw error;
		} finally {
			await this.endRecord(answer.text, uses, failure);
			const { usage, seconds } = this.measure(answer);
			for (const message of turns.messages) this.keepMessage(message);
			const facts = { ...omitUndefined({ usage }), seconds, ...(signal.aborted ? { stopped: true as const } : {}) };
			const thought = turns.last ? pickReasoning(turns.last) : answer.reasoning;
			if (answer.text !== "") this.keepMessage({ role: "assistant", content: answer.text, ...thought }, facts);
		}
	}

	/** Sends the conversation to a provider; returns when the first chunk of the answer has arrived. */
	private async ask(provider: string | undefined, signal: AbortSignal, turns: ToolTurns) {
		const target = await race(this.connect(provider), signal);
		this.target = target;
		const parameters = await this.readParameters();
		const answers = countAnswers(parameters) ?? 1;
		if (answers > 1) {
			const hint = "hub infer -t chat --param n=… prints several.";
			throw new UsageError(`A chat continues with one answer, and n requests ${answers}.`, hint);
		}
		const { model, tokenSource } = target;
		const conversation = { messages: this.sentMessages(), stream_options: { include_usage: true } };
		const call = { ...parameters, ...conversation, ...calleeOf(target) };
		const toolbox = await this.toolbox?.catch(() => undefined);
		const subject = (): Subject => ({ model, provider: this.chosen, tokenSource });
		if (toolbox) {
			const { streamWithTools } = await import("./tools.ts");
			const rest = streamWithTools(toolbox, call, this.options, target, signal, turns);
			return { first: await withSubject(subject, () => rest.next()), rest, subject };
		}
		const tell = (message: string): void => target.options.onNotice?.({ type: "refused", message });
		return await sendWithReasoning(call, this.reasoningMemory, tell, async (adapted) => {
			const rest = runStream<unknown>("conversational", adapted, { ...target.options, signal });
			return { first: await withSubject(subject, () => rest.next()), rest, subject };
		});
	}

	/** Formats cost and provider of the response, and the total of the conversation. */
	private async showCost(): Promise<Pick<AnswerFacts, "cost" | "costSoFar">> {
		if (!this.recorder || !this.target) return {};
		const { cost_usd, provider } = await this.recorder.show(callIdentity(this.target), priceSource(this.target));
		if (this.target.endpointUrl === undefined && !isSandboxed(this.place)) this.chosen = provider ?? this.chosen;
		// The sandbox has fictional prices; they are not shown as dollars.
		if (this.target.isSandbox) return {};
		if (cost_usd !== null) this.costs.push(cost_usd);
		return { cost: cost_usd ?? undefined, costSoFar: this.costs.length > 0 ? sum(this.costs) : undefined };
	}

	private async endRecord(text: string, tools: readonly ToolUse[], error: unknown): Promise<void> {
		const { recorder, target } = this;
		if (!recorder || !target) return;
		this.recorder = undefined;
		const { endpointUrl: endpoint, isSandbox } = target;
		const content = { arguments: { ...this.parameters, messages: this.sentMessages() }, output: text };
		await recorder.end({ identity: callIdentity(target), endpoint, isSandbox, ...content, tools, error });
	}

	/** Continues a saved chat at a place; the settings override the saved ones. */
	load(chat: SavedChat, place: ChatTarget, settings: ChatSettings = {}): void {
		// Only the newest of these are kept.
		const { env, now } = this.context;
		this.id = chat.id;
		if (isOneShot(chat.id)) {
			try {
				this.id = adoptOneShot(env, chat.id, newChatId(now()));
			} catch (error) {
				this.stopSaving(error);
			}
		}
		this.messages = [...chat.messages];
		this.isSaved = true;
		this.clearTargets();
		this.hub = undefined;
		this.place = place;
		this.settings = { ...chat.settings, ...settings };
		const before = { ...chat.settings, place: chat.place };
		if (!isDeepStrictEqual(before, { ...this.settings, place })) this.saveSettings();
	}

	/** Continues with messages from another source. */
	continueFrom(messages: readonly Message[]): void {
		const [first] = messages;
		if (first?.role === "system" && this.settings.system === undefined) {
			this.settings.system = readText(first.content);
		}
		this.messages = messages.filter(({ role }) => role !== "system");
	}

	/** Starts a new chat; the old one stays saved. */
	clear(): void {
		this.messages = [];
		this.isSaved = false;
		this.id = newChatId(this.context.now());
	}

	private begin(): void {
		this.isSaved = true;
		this.append({ type: "chat", version: 2, created: this.time() });
		this.saveSettings();
		for (const message of this.messages) this.append({ type: "message", time: this.time(), ...message });
	}

	private saveSettings(): void {
		if (this.isSaved) this.append({ type: "settings", ...this.settings, place: this.place });
	}

	private clearTargets(): void {
		this.targets.clear();
		this.chosen = undefined;
		this.model = undefined;
	}

	private sentMessages(): Message[] {
		const { system } = this.settings;
		return system ? [{ role: "system", content: system }, ...this.messages] : [...this.messages];
	}

	/** Stores an answer, a tool call, or its result. */
	private keepMessage(
		message: Message,
		facts: { usage?: ChatCompletionOutputUsage; seconds?: number; stopped?: true } = {},
	): void {
		this.messages.push(message);
		this.append({ type: "message", time: this.time(), ...message, ...facts });
	}

	private measure({ timing, usage, finishReason }: StreamedAnswer): AnswerFacts {
		const ended = this.context.now();
		const rate = tokensPerSecond(usage, { ...timing, ended });
		return { usage, seconds: (ended - timing.started) / 1000, tokensPerSecond: rate, finishReason };
	}

	private append(record: ChatRecord): void {
		if (!this.keeps) return;
		try {
			appendToChat(this.context.env, this.id, this.secrets.cleanValue(record));
		} catch (error) {
			this.stopSaving(error);
		}
	}

	/** The chat continues unsaved; `/save` retries, under a new id. */
	private stopSaving(error: unknown): void {
		this.keeps = false;
		this.context.warn(`This chat is not saved from here on. ${describeFailedSave(error, this.context)}`);
		this.id = newChatId(this.context.now());
	}

	private time(): string {
		return new Date(this.context.now()).toISOString();
	}
}

function isToolPiece(chunk: unknown): chunk is ToolPiece {
	return ["tool-call", "tool-result"].includes(String(readMember(chunk, "type")));
}
