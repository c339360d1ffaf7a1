import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from "node:fs";
import { isRecord, MAX_RECORD_DEPTH, parseJson } from "../../../base/json.ts";
import type { ChatCompletionOutputUsage } from "../../../inference/index.ts";
import { CHAT_EXTENSION, chatFolder, chatPath } from "../../config/folders.ts";
import { appendLines } from "../../config/log.ts";
import type { Context } from "../../context.ts";
import { describeSystemError } from "../../errors/system.ts";
import { alreadyExists, noChat, unknownWord } from "../../errors/usage.ts";
import { makeFolder } from "../../files/replace-file.ts";
import type { Message } from "../../input/conversation.ts";
import type { ChatTarget } from "./chat-target.ts";

/** Settings of a chat; absent ones have their defaults. */
export interface ChatSettings {
	model?: string | undefined;
	system?: string | undefined;
}

export type ChatRecord =
	| { type: "chat"; version: 1 | 2; created: string }
	/** Version 1 saved no place. */
	| ({ type: "settings"; place?: ChatTarget } & ChatSettings)
	| ({ type: "message"; time: string; usage?: ChatCompletionOutputUsage; seconds?: number; stopped?: true } & Message)
	/** The last answer was retracted, or the last question with it. */
	| { type: "retry" | "undo" };

/** A saved chat after its last line. */
export interface SavedChat {
	id: string;
	/** When it began, in ISO 8601; undefined if unknown. */
	created: string | undefined;
	settings: ChatSettings;
	/** Its last place; undefined for chats of earlier versions. */
	place: ChatTarget | undefined;
	messages: Message[];
}

export interface ChatSummary {
	id: string;
	/** Milliseconds since 1970. */
	changed: number;
	/** First message of the user. */
	title: string;
	model: string | undefined;
	place: ChatTarget | undefined;
	/** Messages of user and model. */
	count: number;
	/** It comes from `hub infer` or `hub "…"`. */
	isOneShot: boolean;
}

export interface AnswerFacts {
	usage: ChatCompletionOutputUsage | undefined;
	/** Seconds from the question to the end. */
	seconds: number;
	/** `undefined` without a usage. */
	tokensPerSecond: number | undefined;
	finishReason: string | undefined;
	/** US dollars; `undefined` where unknown. */
	cost?: number | undefined;
	/** Of all answers so far whose cost is known. */
	costSoFar?: number | undefined;
}

/** The id of the conversation that was changed last, wherever an id is expected. */
export const LAST_CHAT = "last";

/** Begins the ids of conversations of `hub infer` and `hub "…"`; earlier versions kept one, under {@link LAST_CHAT}. */
const ONE_SHOT = "once-";

/** Whether a conversation comes from `hub infer` or `hub "…"`; only the newest of these are kept. */
export function isOneShot(id: string): boolean {
	return id.startsWith(ONE_SHOT) || id === LAST_CHAT;
}

/** Returns an id that begins with the time. */
export function newChatId(now: number): string {
	const time = new Date(now).toISOString().slice(0, 16).replace("T", "-").replace(":", "");
	return `${time}-${Math.random().toString(36).slice(2, 6).padEnd(4, "0")}`;
}

export function newOneShotId(now: number): string {
	return ONE_SHOT + newChatId(now);
}

/** Removes all conversations of `hub infer` and `hub "…"` but the `count` newest. */
export function pruneOneShots(env: Context["env"], count: number): void {
	const oneShots = listIds(env).filter(({ id }) => isOneShot(id));
	for (const { id } of oneShots.slice(count)) rmSync(chatPath(env, id), { force: true });
}

/** Adds a line to a chat, and creates the file if needed. A line is written at once, so nothing is lost. */
export function appendToChat(env: Context["env"], id: string, record: ChatRecord): void {
	makeFolder(chatFolder(env), 0o700);
	appendLines(chatPath(env, id), [record]);
}

/** Returns why a conversation could not be saved, in a sentence. */
export function describeFailedSave(error: unknown, { cwd }: Pick<Context, "cwd">): string {
	const known = describeSystemError(error, cwd)?.message;
	return known ?? `${error instanceof Error ? error.message : String(error)}.`;
}

/** Renames a chat to an id made from a name. Never replaces another chat, even if two programs do it at once. Returns the id. */
export function renameChat(env: Context["env"], id: string, title: string): string {
	const letters = title
		.normalize("NFC")
		.replace(/[^\p{L}\p{N}\p{M}._-]+/gu, "-")
		.replace(/^[^\p{L}\p{N}]+/u, "");
	// File names have a limit.
	const name = Array.from(letters)
		.slice(0, 60)
		.join("")
		.replace(/(?<!-)-+$/, "");
	if (name === "" || isOneShot(name)) {
		const hint = name === "" ? "Use letters or digits." : "hub infer uses such names for its own conversations.";
		throw noChat(`A chat cannot be named "${title}".`, hint);
	}
	if (name === id) return id;
	try {
		linkSync(chatPath(env, id), chatPath(env, name));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw alreadyExists(`A chat named "${name}" already exists.`, "Choose another name.");
	}
	unlinkSync(chatPath(env, id));
	return name;
}

/** Makes a conversation of `hub infer` a saved chat, which stays. Returns its id. */
export function adoptOneShot(env: Context["env"], from: string, id: string): string {
	renameSync(chatPath(env, from), chatPath(env, id));
	return id;
}

/** Returns the saved chats, the one changed last first. */
export function listChats(env: Context["env"]): ChatSummary[] {
	return listIds(env).map(({ id, changed }) => {
		const { settings, place, messages } = readChat(env, id);
		const first = messages.find(({ role }) => role === "user");
		const title = first ? titleOf(readText(first.content)) : "";
		return { id, changed, title, model: settings.model, place, count: messages.length, isOneShot: isOneShot(id) };
	});
}

/** Returns the words of a question without the files in front of it; the names of the files if there are no words. */
export function titleOf(question: string): string {
	const words: string[] = [];
	const files: string[] = [];
	let fence: string | undefined;
	for (const line of question.split("\n")) {
		const [, ticks, name] = fence === undefined ? (/^([`~]{3,})(.*)/.exec(line) ?? []) : [];
		if (fence === undefined && ticks === undefined) words.push(line);
		if (name) files.push(name);
		fence = fence === line ? undefined : (fence ?? ticks);
	}
	return words.join("\n").trim() || files.join(", ") || question;
}

/** Finds a chat by its id or the beginning of it; without a word, or with `last`, the last one. */
export function findChat(env: Context["env"], name?: string): SavedChat {
	const word = name === LAST_CHAT ? undefined : name;
	const ids = listIds(env).map(({ id }) => id);
	if (ids.length === 0) throw noChat("No saved chats yet.", "Start one with hub chat.");
	const exact = word === undefined ? ids[0] : ids.find((id) => id === word);
	const begun = ids.filter((id) => id.startsWith(word ?? ""));
	if (!exact && word && begun.length > 1) {
		throw noChat(`Several chats begin with "${word}".`, `Name one: ${begun.join(", ")}`);
	}
	const found = exact ?? begun[0];
	if (found) return readChat(env, found);
	throw unknownWord("chat", word ?? "", ids, `The last ones: ${ids.slice(0, 3).join(", ")}`);
}

/** Ids of the chats with the times of their last changes, the last first. */
function listIds(env: Context["env"]): { id: string; changed: number }[] {
	let names: string[] = [];
	try {
		names = readdirSync(chatFolder(env)).filter((name) => name.endsWith(CHAT_EXTENSION));
	} catch {
		// No chats yet.
	}
	return names
		.map((name) => name.slice(0, -CHAT_EXTENSION.length))
		.flatMap((id) => {
			// Another program may just have removed it.
			const changed = statSync(chatPath(env, id), { throwIfNoEntry: false })?.mtimeMs;
			return changed === undefined ? [] : { id, changed };
		})
		.sort((a, b) => b.changed - a.changed);
}

/** Returns the ids of the saved chats, the one changed last first. */
export function listChatIds(env: Context["env"]): string[] {
	return listIds(env).map(({ id }) => id);
}

/** Whether a word has the form of an id, or of the beginning of one: a date, or letters with digits. */
export function isChatId(word: string): boolean {
	return word.startsWith(ONE_SHOT) || /^(?=.*\d)(?=.*[\p{L}-])[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(word);
}

export function readChat(env: Context["env"], id: string): SavedChat {
	const chat: SavedChat = { id, created: undefined, settings: {}, place: undefined, messages: [] };
	for (const line of readFileSync(chatPath(env, id), "utf8").split("\n")) {
		const parsed = parseJson(line, MAX_RECORD_DEPTH);
		// A line that was cut off is skipped.
		if (!isRecord(parsed)) continue;
		const record = parsed as ChatRecord;
		if (record.type === "chat") chat.created = record.created || undefined;
		else if (record.type === "settings") {
			const { model, system, place } = record;
			chat.settings = { model, system };
			chat.place = place ?? chat.place;
		} else if (record.type === "retry") dropAnswer(chat.messages);
		else if (record.type === "undo") dropExchange(chat.messages);
		else if (record.type === "message") {
			const { type: _type, time: _time, usage: _usage, seconds: _seconds, stopped: _stopped, ...message } = record;
			addMessage(chat.messages, message);
		}
	}
	return chat;
}

/** Adds a message; it replaces a question that got no answer. */
export function addMessage(messages: Message[], message: Message): void {
	if (message.role === "user" && messages.at(-1)?.role === "user") messages.pop();
	messages.push(message);
}

export function dropAnswer(messages: Message[]): void {
	if (messages.at(-1)?.role === "assistant") messages.pop();
}

/** Removes the last question, with everything after it; returns it. */
export function dropExchange(messages: Message[]): Message | undefined {
	const start = messages.findLastIndex(({ role }) => role === "user");
	return start === -1 ? undefined : messages.splice(start)[0];
}

/** Returns the words of a message; images are named. */
export function readText(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.map((part: unknown) => {
			const { type, text } = part as { type?: unknown; text?: unknown };
			return type === "text" && typeof text === "string" ? text : "[image]";
		})
		.join(" ");
}

const UNITS = Object.entries({ d: 86_400, h: 3600, min: 60 });

/** How long ago something was: `3 h ago`, `12 d ago`, `just now`. Both times are milliseconds since 1970. */
export function formatAge(time: number, now: number): string {
	const elapsed = (now - time) / 1000;
	const [name, seconds] = UNITS.find(([, length]) => elapsed >= length) ?? [];
	return seconds === undefined ? "just now" : `${Math.floor(elapsed / seconds)} ${name} ago`;
}
