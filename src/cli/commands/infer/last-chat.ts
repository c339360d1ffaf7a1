import { isDeepStrictEqual } from "node:util";
import { getPath, omitUndefined } from "../../../base/json.ts";
import { servedTask, taskName } from "../../../catalogue/aliases.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { pickReasoning } from "../../../inference/chat-form.ts";
import { readContent } from "../../../inference/delta.ts";
import type { Args } from "../../../inference/index.ts";
import type { CallTarget } from "../../call-target/target.ts";
import { chatPath } from "../../config/folders.ts";
import { type Config, resolveSetting } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { inapplicable, optionConflict } from "../../errors/usage.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import type { Message } from "../../input/conversation.ts";
import { checkTask } from "../../options/task.ts";
import { type ChatTarget, findPlaceToResume, toTargetOptions } from "../chat/chat-target.ts";
import { findContinued, noteContinued } from "../chat/continue.ts";
import {
	appendToChat,
	type ChatRecord,
	type ChatSettings,
	describeFailedSave,
	newOneShotId,
	pruneOneShots,
	readChat,
	readText,
	type SavedChat,
} from "../chat/store.ts";
import type { InferOptions, RunWords } from "./options.ts";

/**
 * Saves a conversation with its last answer, so that `hub -c` can continue it. The newest are kept, as many as
 * `keep.conversations` allows. The answer is already printed, so a read-only folder is not an error.
 */
export function saveConversation(
	{
		target,
		args,
		output,
		reasoning,
	}: { target: CallTarget; args: Args; output: unknown; reasoning?: object | undefined },
	options: InferOptions,
	context: Context,
	config: Config,
): void {
	const { env } = context;
	// A replayed answer does not come from a model.
	if (options.replay !== undefined || env["HUB_REPLAY"]) return;
	if (resolveSetting("history", undefined, context, config).value === "off") return;
	const answer = typeof output === "string" ? output : readContent(getPath(output, "choices", 0, "message", "content"));
	const all = (args["messages"] ?? []) as Message[];
	const [first] = all;
	const system = first?.role === "system" ? readText(first.content) : undefined;
	const settings: ChatSettings = { model: target.model, system };
	const messages = system === undefined ? all : all.slice(1);
	const thought = reasoning ?? pickReasoning(getPath(output, "choices", 0, "message"));
	const turn = { settings, place: placeOf(target, options), messages, answer, reasoning: thought };
	const secrets = new Secrets(knownSecrets(options, env, config));
	try {
		const kept = resolveSetting("keep.conversations", undefined, context, config).value ?? 0;
		keepTurn(env, options.chatId, secrets.cleanValue(turn), context.now());
		pruneOneShots(env, kept);
	} catch (error) {
		context.note(`The conversation was not saved. ${describeFailedSave(error, context)}`);
	}
}

/** Returns the place of a call, or the providers that are tried in turn. */
function placeOf(
	{ endpointUrl, local, requestedProvider, isSandbox, options: { routerUrl: router } }: CallTarget,
	options: InferOptions,
): ChatTarget {
	const { direct } = options;
	const flags = omitUndefined({ sandbox: isSandbox || undefined, direct: direct || undefined });
	const isList = options.provider?.includes(",");
	if (local && !isList) return { provider: local.server.kind.id, local: local.server.url, ...flags };
	if (endpointUrl !== undefined && !local) return { endpoint: endpointUrl };
	const provider = isList ? options.provider : requestedProvider;
	return { ...omitUndefined({ provider, router: isSandbox || direct ? undefined : router }), ...flags };
}

interface SavedTurn {
	settings: ChatSettings;
	place: ChatTarget;
	/** All messages but the answer, without the system message. */
	messages: readonly Message[];
	answer: string;
	/** The model's reasoning before it, in the service's field. */
	reasoning?: object;
}

/** Saves a turn: it is added to the chat of the id; without one, the conversation gets its own file. */
export function keepTurn(env: Context["env"], id: string | undefined, turn: SavedTurn, now: number): void {
	const time = new Date(now).toISOString();
	const { settings, place, messages, answer, reasoning } = turn;
	const toRecord = (message: Message): ChatRecord => ({ type: "message", time, ...message });
	const answers: Message[] = answer === "" ? [] : [{ role: "assistant", content: answer, ...reasoning }];
	if (id === undefined) {
		const records: ChatRecord[] = [
			{ type: "chat", version: 2, created: time },
			{ type: "settings", ...settings, place },
			...[...messages, ...answers].map(toRecord),
		];
		const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
		replacePrivateFile(chatPath(env, newOneShotId(now)), text);
		return;
	}
	const before = readChat(env, id);
	if (!isDeepStrictEqual({ ...before.settings, place: before.place }, { ...settings, place })) {
		appendToChat(env, id, { type: "settings", ...settings, place });
	}
	const asked = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
	for (const message of [...asked, ...answers]) appendToChat(env, id, toRecord(message));
}

/** Continues a saved conversation where it started, or at the target of the command line. */
export async function continueChat(
	given: readonly string[],
	options: InferOptions,
	context: Context,
	runWords: RunWords,
): Promise<void> {
	checkOptions(options);
	const { continue: next } = options;
	const { chat, words } = findContinued(typeof next === "string" ? next : true, given, context);
	const { isInputMissing, wantsResult } = await import("../../prompts/questions.ts");
	if (context.isInteractive && isInputMissing(words, options) && !wantsResult(options)) {
		const { openChat } = await import("../chat/open.tsx");
		return await openChat(words, { ...options, resume: chat.id }, context);
	}
	const place = findPlaceToResume(chat, options, context);
	noteContinued(chat, context);
	const model = options.model ?? chat.settings.model;
	const target: InferOptions = { ...options, ...toTargetOptions(place), ...(model === undefined ? {} : { model }) };
	const readBefore = (): { system: string | undefined; messages: SavedChat["messages"] } => {
		const { settings, messages } = readChat(context.env, chat.id);
		// A question without an answer is dropped.
		const isAnswered = messages.at(-1)?.role !== "user";
		return { system: settings.system, messages: isAnswered ? messages : messages.slice(0, -1) };
	};
	await runWords(words, { ...target, task: "chat", readBefore, chatId: chat.id }, context);
}

/** @throws UsageError for options that contradict the saved messages */
function checkOptions({ task, messages, input }: InferOptions): void {
	if (task !== undefined && servedTask(checkTask(task)) !== "conversational") {
		throw inapplicable(`--continue does not apply to ${taskName(task)}: only chats can be continued.`);
	}
	if (messages === undefined && input === undefined) return;
	const flag = messages === undefined ? "--input" : "--messages";
	throw optionConflict("--continue", flag, "Both provide the earlier messages.");
}
