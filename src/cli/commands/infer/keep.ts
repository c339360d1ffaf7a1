import { isDeepStrictEqual } from "node:util";
import { getPath } from "../../../base/json.ts";
import { Secrets } from "../../../exchange/secrets.ts";
import { readContent } from "../../../inference/delta.ts";
import type { Args } from "../../../inference/index.ts";
import { chatPath } from "../../config/folders.ts";
import type { Config } from "../../config/settings.ts";
import { resolveSetting } from "../../config/settings.ts";
import { knownSecrets } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import type { Message } from "../../input/conversation.ts";
import type { Target } from "../../target/target.ts";
import type { Place } from "../chat/place.ts";
import { appendToChat, type ChatRecord, type ChatSettings, LAST_CHAT, readChat, readText } from "../chat/store.ts";
import type { InferOptions } from "./options.ts";

/**
 * Saves a conversation with its last answer, so that `hub -c` can continue it. A new conversation replaces the last
 * one: only `hub chat` collects them. The answer is already printed, so a read-only folder is not an error.
 */
export function saveConversation(
	{ target, args, output }: { target: Target; args: Args; output: unknown },
	options: InferOptions,
	context: Context,
	config: Config,
): void {
	const { env, flags } = context;
	// A replayed answer does not come from a model.
	if (options.replay !== undefined || env["HUB_REPLAY"]) return;
	if (resolveSetting("history", undefined, context, config).value === "off") return;
	const answer = typeof output === "string" ? output : readContent(getPath(output, "choices", 0, "message", "content"));
	const all = (args["messages"] ?? []) as Message[];
	const [first] = all;
	const system = first?.role === "system" ? readText(first.content) : undefined;
	const settings: ChatSettings = { model: target.model, system };
	const messages = system === undefined ? all : all.slice(1);
	const turn = { settings, place: placeOf(target, options), messages, answer };
	const secrets = new Secrets(knownSecrets(options, env, config));
	try {
		keepTurn(env, options.chatId, secrets.cleanValue(turn), new Date(context.now()).toISOString());
	} catch (error) {
		if (flags.debug) context.note(`The conversation was not saved: ${error instanceof Error ? error.message : error}`);
	}
}

/** Returns the place of a call, or the providers that are tried in turn. */
function placeOf(
	{ endpointUrl, local, named, isSandbox, options: { routerUrl: router } }: Target,
	options: InferOptions,
): Place {
	const { sandbox, direct } = options;
	const flags = { ...(sandbox ? { sandbox } : {}), ...(direct ? { direct } : {}) };
	const isList = options.provider?.includes(",");
	if (local && !isList) return { provider: local.server.kind.id, local: local.server.url, ...flags };
	if (endpointUrl !== undefined && !local) return { endpoint: endpointUrl, ...(sandbox ? { sandbox } : {}) };
	const provider = isList ? options.provider : named;
	return {
		...(provider === undefined ? {} : { provider }),
		...flags,
		...(isSandbox || direct || router === undefined ? {} : { router }),
	};
}

/** A conversation with its last answer. */
interface Turn {
	settings: ChatSettings;
	place: Place;
	/** All messages but the answer, without the system message. */
	messages: readonly Message[];
	answer: string;
}

/**
 * Saves a turn: it is added to the chat of the id; without one, or for that of {@link LAST_CHAT}, the conversation
 * replaces the last one.
 */
export function keepTurn(env: Context["env"], id: string | undefined, turn: Turn, time: string): void {
	const { settings, place, messages, answer } = turn;
	const toRecord = (message: Message): ChatRecord => ({ type: "message", time, ...message });
	const answers: Message[] = answer === "" ? [] : [{ role: "assistant", content: answer }];
	if (id === undefined || id === LAST_CHAT) {
		const records: ChatRecord[] = [
			{ type: "chat", version: 2, created: time },
			{ type: "settings", ...settings, place },
			...[...messages, ...answers].map(toRecord),
		];
		const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
		replacePrivateFile(chatPath(env, LAST_CHAT), text);
		return;
	}
	const before = readChat(env, id);
	if (!isDeepStrictEqual({ ...before.settings, place: before.place }, { ...settings, place })) {
		appendToChat(env, id, { type: "settings", ...settings, place });
	}
	const said = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
	for (const message of [...said, ...answers]) appendToChat(env, id, toRecord(message));
}
