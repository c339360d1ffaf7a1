import { servedTask } from "../../../catalogue/aliases.ts";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { checkTask } from "../../options/task.ts";
import { findPlaceToResume, toTargetOptions } from "../chat/place.ts";
import { findChat, hasChat, readChat, type SavedChat } from "../chat/store.ts";
import type { InferOptions, RunWords } from "./options.ts";

/** Continues a saved conversation where it started, or where the command line says. */
export async function continueChat(
	given: readonly string[],
	options: InferOptions,
	context: Context,
	runWords: RunWords,
): Promise<void> {
	checkOptions(options);
	const { chat, words } = findContinued(given, options, context);
	const { isInputMissing, wantsResult } = await import("../../prompts/missing.ts");
	if (context.isInteractive && isInputMissing(words, options) && !wantsResult(options)) {
		const { openChat } = await import("../chat/open.tsx");
		return await openChat(words, { ...options, resume: chat.id }, context);
	}
	const place = findPlaceToResume(chat, options, context);
	const model = options.model ?? chat.settings.model;
	const target = { ...options, ...toTargetOptions(place), ...(model === undefined ? {} : { model }) };
	const readBefore = (): { system: string | undefined; messages: SavedChat["messages"] } => {
		const { settings, messages } = readChat(context.env, chat.id);
		// A question without an answer is dropped.
		const isAnswered = messages.at(-1)?.role !== "user";
		return { system: settings.system, messages: isAnswered ? messages : messages.slice(0, -1) };
	};
	await runWords(words, { ...target, task: "chat", readBefore, chatId: chat.id }, context);
}

/** Returns the conversation, and the words without its id. */
function findContinued(
	words: readonly string[],
	{ continue: next }: InferOptions,
	{ env }: Context,
): { chat: SavedChat; words: readonly string[] } {
	if (typeof next !== "string" || !words.includes(next) || !hasChat(env, next)) return { chat: findChat(env), words };
	return { chat: readChat(env, next), words: words.toSpliced(words.indexOf(next), 1) };
}

/** @throws UsageError for options that contradict the saved messages */
function checkOptions({ task, messages, input }: InferOptions): void {
	if (task !== undefined && servedTask(checkTask(task)) !== "conversational") {
		throw new UsageError(
			`--continue does not apply to ${task}: only chats can be continued.`,
			undefined,
			"option-inapplicable",
		);
	}
	const flag = messages === undefined ? (input === undefined ? undefined : "--input") : "--messages";
	if (flag === undefined) return;
	throw optionConflict("--continue", flag, "Both provide the earlier messages.");
}
