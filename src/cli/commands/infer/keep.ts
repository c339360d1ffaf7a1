import type { Args } from "../../../inference/index.ts";
import { readMember } from "../../../json.ts";
import type { Config } from "../../config/read.ts";
import { resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import type { Message } from "../../input/conversation.ts";
import type { Target } from "../../network/target.ts";
import { readContent } from "../../output/stream-events.ts";
import { isUnattended } from "../../terminal/ci.ts";
import { createCleaner } from "../chat/cleaner.ts";
import { findPlace, settlePlace } from "../chat/place.ts";
import { type ChatSettings, keepTurn, readText } from "../chat/store.ts";
import type { InferOptions } from "./options.ts";

/** Whether the conversation of this command line is kept, so that `hub -c` can go on with it. */
export function isKept({ replay }: InferOptions, { task }: Target, { env, flags }: Context, config: Config): boolean {
	const isForPeople = !flags.json && flags.input && !isUnattended(env);
	// What a recording answered was said nowhere.
	const isLive = replay === undefined && !env["HUB_REPLAY"];
	const isWanted = resolveSetting("history", undefined, { env }, config).value === "on";
	return task === "conversational" && isForPeople && isLive && isWanted;
}

/**
 * Keeps a conversation with its last answer. A new one takes the place of the one before: only `hub chat` collects them.
 * The answer is there already, so a folder that cannot be written is no failure.
 */
export function keepConversation(
	{ target, args, output }: { target: Target; args: Args; output: unknown },
	options: InferOptions,
	context: Context,
	config: Config,
): void {
	const answer = typeof output === "string" ? output : readAnswer(output);
	const all = (args["messages"] ?? []) as Message[];
	const [first] = all;
	const system = first?.role === "system" ? readText(first.content) : undefined;
	const settings: ChatSettings = { model: target.model, system };
	const messages = system === undefined ? all : all.slice(1);
	const clean = createCleaner(options, context, config);
	const turn = { settings, place: settlePlace(findPlace(options, context), target), messages, answer };
	try {
		keepTurn(context.env, options.chatId, clean(turn), new Date(context.now()).toISOString());
	} catch (error) {
		if (context.flags.debug)
			context.note(`The conversation was not kept: ${error instanceof Error ? error.message : error}`);
	}
}

function readAnswer(result: unknown): string {
	const choices = readMember(result, "choices");
	const message = readMember(Array.isArray(choices) ? choices[0] : undefined, "message");
	return readContent(readMember(message, "content"));
}
