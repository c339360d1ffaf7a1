import {
	appendFileSync,
	closeSync,
	fstatSync,
	linkSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
	unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { dataFolder } from "../../config/read.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import type { Message } from "../../input/conversation.ts";
import type { Usage } from "../../output/stream-events.ts";
import type { Place } from "./place.ts";

/** Settings of a chat; absent ones have their defaults. */
export interface ChatSettings {
	model?: string | undefined;
	system?: string | undefined;
}

/** A line of a saved chat. */
export type ChatRecord =
	| { type: "chat"; version: 1 | 2; created: string }
	/** Version 1 kept no place. */
	| ({ type: "settings"; place?: Place } & ChatSettings)
	| ({ type: "message"; time: string; usage?: Usage; seconds?: number; stopped?: true } & Message)
	/** The last answer was taken back. */
	| { type: "retry" };

/** A saved chat as it stands after its last line. */
export interface SavedChat {
	id: string;
	settings: ChatSettings;
	/** Where it was held last; undefined for chats of earlier versions. */
	place: Place | undefined;
	messages: Message[];
}

/** A saved chat in a list. */
export interface ChatSummary {
	id: string;
	/** Milliseconds since 1970. */
	changed: number;
	/** First message of the user. */
	title: string;
}

const EXTENSION = ".jsonl";

/** The folder of saved chats: in `HUB_DATA_DIR`, or in `hub` in the XDG folder. */
export function chatFolder(env: Context["env"]): string {
	return join(dataFolder(env), "chats");
}

/** An id for a new chat, by the time it begins. */
export function newChatId(now: number): string {
	const time = new Date(now).toISOString().slice(0, 16).replace("T", "-").replace(":", "");
	return `${time}-${Math.random().toString(36).slice(2, 6).padEnd(4, "0")}`;
}

/** Adds a line to a chat; the file is made when there is none. A line is written at once, so nothing is lost. */
export function appendToChat(env: Context["env"], id: string, record: ChatRecord): void {
	const folder = chatFolder(env);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const path = chatPath(env, id);
	// A line that was cut off, by a full disk perhaps, must not spoil the next.
	const end = isCutOff(path) ? "\n" : "";
	appendFileSync(path, `${end}${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/**
 * Gives a chat another id: the name, with hyphens for what an id cannot hold. Never replaces another chat, also when
 * two programs do it at once.
 * @returns the new id
 * @throws UsageError when nothing of the name can be used, or it is taken
 */
export function renameChat(env: Context["env"], id: string, title: string): string {
	const name = toChatId(title);
	if (name === "") {
		throw new UsageError(`A chat cannot be called "${title}".`, "Use letters or digits.", "no-chat");
	}
	if (name === id) return id;
	try {
		linkSync(chatPath(env, id), chatPath(env, name));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw new UsageError(`There is a chat called "${name}" already.`, "Choose another name.", "already-exists");
	}
	unlinkSync(chatPath(env, id));
	return name;
}

/** Longest id in characters: file names have a limit. */
const LONGEST_ID = 60;

/** A title as an id: letters and digits stay, what stands between them becomes hyphens. */
function toChatId(title: string): string {
	const id = title
		.normalize("NFC")
		.replace(/[^\p{L}\p{N}\p{M}._-]+/gu, "-")
		.replace(/^[^\p{L}\p{N}]+/u, "");
	return Array.from(id).slice(0, LONGEST_ID).join("").replace(/-+$/, "");
}

/** The saved chats, the one changed last first. */
export function listChats(env: Context["env"]): ChatSummary[] {
	const chats = listFiles(chatFolder(env)).map((name) => {
		const id = name.slice(0, -EXTENSION.length);
		const path = chatPath(env, id);
		const first = readRecords(path).find((record) => record.type === "message" && record.role === "user");
		return { id, changed: statSync(path).mtimeMs, title: first?.type === "message" ? readText(first.content) : "" };
	});
	return chats.sort((a, b) => b.changed - a.changed);
}

/**
 * The chat meant by a word: its id or the beginning of it; without a word the last one.
 * @throws UsageError when there is none, or more than one
 */
export function findChat(env: Context["env"], word?: string): SavedChat {
	const chats = listChats(env);
	if (chats.length === 0) throw new UsageError("There is no saved chat.", "Begin one with hub chat.", "no-chat");
	const exact = word === undefined ? chats[0] : chats.find(({ id }) => id === word);
	const begun = chats.filter(({ id }) => id.startsWith(word ?? ""));
	if (!exact && word && begun.length > 1) {
		throw new UsageError(
			`Several chats begin with "${word}".`,
			`Name one: ${begun.map(({ id }) => id).join(", ")}`,
			"no-chat",
		);
	}
	const found = exact ?? begun[0];
	if (found) return readChat(env, found.id);
	const ids = chats.map(({ id }) => id);
	const guess = closestWord(word ?? "", ids);
	throw new UsageError(
		`Unknown chat "${word}".`,
		guess === undefined ? `The last ones: ${ids.slice(0, 3).join(", ")}` : `Did you mean ${guess}?`,
		"unknown-name",
	);
}

/** A chat by its id. */
export function readChat(env: Context["env"], id: string): SavedChat {
	const chat: SavedChat = { id, settings: {}, place: undefined, messages: [] };
	for (const record of readRecords(chatPath(env, id))) {
		if (record.type === "settings") {
			const { model, system, place } = record;
			chat.settings = { model, system };
			chat.place = place ?? chat.place;
		} else if (record.type === "retry") dropAnswer(chat.messages);
		else if (record.type === "message") {
			const { type: _type, time: _time, usage: _usage, seconds: _seconds, stopped: _stopped, ...message } = record;
			addMessage(chat.messages, message);
		}
	}
	return chat;
}

/** Adds a message; it takes the place of a question that got no answer. */
export function addMessage(messages: Message[], message: Message): void {
	if (message.role === "user" && messages.at(-1)?.role === "user") messages.pop();
	messages.push(message);
}

/** Takes the last answer back. */
export function dropAnswer(messages: Message[]): void {
	if (messages.at(-1)?.role === "assistant") messages.pop();
}

/** The words of a message; images are named. */
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

function chatPath(env: Context["env"], id: string): string {
	return join(chatFolder(env), id + EXTENSION);
}

function listFiles(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
	} catch {
		return [];
	}
}

/** The lines that can be read: one that was cut off does not make the others worthless. */
function readRecords(path: string): ChatRecord[] {
	return readFileSync(path, "utf8")
		.split("\n")
		.flatMap((line) => {
			try {
				const record: unknown = JSON.parse(line);
				return record !== null && typeof record === "object" && "type" in record ? [record as ChatRecord] : [];
			} catch {
				return [];
			}
		});
}

/** Whether the last line of a file has no end. */
function isCutOff(path: string): boolean {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return false;
	}
	try {
		const { size } = fstatSync(file);
		const last = Buffer.alloc(1);
		return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString("latin1") !== "\n";
	} finally {
		closeSync(file);
	}
}
