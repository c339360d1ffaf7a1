import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Fetch } from "../../../http/index.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { type Attachment, fenceTexts, readAttachments } from "../../input/attachments.ts";
import type { Message } from "../../input/conversation.ts";
import { editText } from "../../input/external-editor.ts";
import { readImageUrl } from "../../input/media.ts";
import { connect } from "../../network/connect.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { withoutInterrupts } from "../../terminal/interrupts.ts";
import { copyToClipboard, findTerminal } from "../../terminal/terminal.ts";
import { isSandboxed } from "./place.ts";
import { describeChat, formatChat } from "./saved-chats.ts";
import type { AnswerFacts, ChatSession } from "./session.ts";
import { listChats, readChat, readText, type SavedChat } from "./store.ts";

/** Questions that Ctrl-R offers. */
const MAX_QUESTIONS = 1000;

/** Returns the user's messages in all saved chats, the latest first, without duplicates. */
export function readQuestions(env: Context["env"]): string[] {
	const questions = new Set<string>();
	for (const { id } of listChats(env)) {
		for (const { role, content } of readChat(env, id).messages.toReversed()) {
			const text = readText(content).trim();
			if (role === "user" && text !== "") questions.add(text);
			if (questions.size >= MAX_QUESTIONS) return [...questions];
		}
	}
	return [...questions];
}

/**
 * Copies the last answer, or with `code` its last code block.
 * @returns a message about the result
 */
export function copyAnswer(messages: readonly Message[], part: string, context: Context): string {
	if (part !== "" && part !== "code") throw new UsageError(`/copy takes "code" or nothing.`, undefined, "option-value");
	const answer = messages.findLast(({ role }) => role === "assistant");
	if (!answer) throw new UsageError("There is no answer to copy yet.", undefined, "no-chat");
	const text = readText(answer.content);
	const copied = part === "code" ? findCode(text) : text;
	if (copied === undefined) throw new UsageError("The last answer has no code block.", undefined, "no-chat");
	const terminal = findTerminal(context);
	if (!terminal) throw new UsageError("This terminal has no clipboard.", undefined, "no-terminal");
	copyToClipboard(copied, terminal);
	const lines = copied.split("\n").length;
	return `Copied ${part === "code" ? "the code" : "the answer"} (${lines} line${lines === 1 ? "" : "s"}), where the terminal allows it.`;
}

/** Returns the last fenced block of a Markdown text. */
export function findCode(text: string): string | undefined {
	const blocks = [...text.matchAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm)];
	return blocks.at(-1)?.[2];
}

/**
 * Writes the conversation to a file: JSON if the name ends in `.json`, else Markdown.
 * @returns the path
 */
export function writeConversation(session: ChatSession, path: string, { cwd }: Context): string {
	if (session.messages.length === 0) throw new UsageError("There is nothing to export yet.", undefined, "no-chat");
	const isFormat = path === "md" || path === "json" || path === "";
	const name = isFormat ? `${session.id}.${path || "md"}` : path;
	if (existsSync(resolve(cwd, name))) {
		throw new UsageError(`${name} already exists.`, "Give another name: /export FILE", "already-exists");
	}
	const { id, settings, place, messages } = session;
	const chat: SavedChat = { id, created: undefined, settings, place, messages };
	const text = name.endsWith(".json") ? `${JSON.stringify(describeChat(chat), undefined, 2)}\n` : formatChat(chat);
	replaceFile(resolve(cwd, name), text);
	return name;
}

/** Opens the user's editor for a message; the editor owns the terminal meanwhile. */
export function writeMessage(text: string, context: Context): string {
	const { stdin } = context;
	stdin.setRawMode?.(false);
	try {
		return withoutInterrupts(() => editText(text, "message.md", context)).trimEnd();
	} finally {
		stdin.setRawMode?.(true);
	}
}

/** Returns figures about the conversation and its last answer. */
export function describeStats(session: ChatSession, facts: AnswerFacts | undefined): string {
	const { model, place } = session.subject;
	const rows: [string, string | undefined][] = [
		["Model", model],
		["Held at", place],
		["Messages", String(session.messages.length)],
		["Tokens", facts?.usage && `${facts.usage.prompt_tokens} in, ${facts.usage.completion_tokens} out (last answer)`],
		["Time", facts && `${facts.seconds.toFixed(2)} s (last answer)`],
		["Rate", facts?.tokensPerSecond === undefined ? undefined : `${facts.tokensPerSecond.toFixed(1)} tokens/s`],
		["Cost", facts?.cost === undefined ? undefined : `${formatCost(facts.cost)} (last answer)`],
		["Cost so far", facts?.costSoFar === undefined ? undefined : formatCost(facts.costSoFar)],
		["Kept as", session.isKept ? session.id : undefined],
	];
	return rows.flatMap(([name, value]) => (value ? [`${name.padEnd(13)}${value}`] : [])).join("\n");
}

/**
 * Returns a `fetch` for the files of `/file`. It is independent of the conversation's place, except for the sandbox.
 */
async function openFileFetch(session: ChatSession, context: Context): Promise<Fetch> {
	return (await connect({ sandbox: isSandboxed(session.place) }, context, readConfig(context))).fetch;
}

/** Attachments of the next message: images, and the texts of files in front of it. */
export class Attached {
	/** Names of the attachments. */
	names: readonly string[] = [];
	private files: readonly Attachment[] = [];
	private readonly session: ChatSession;
	private readonly context: Context;

	constructor(session: ChatSession, context: Context) {
		this.session = session;
		this.context = context;
	}

	async addImage(path: string): Promise<void> {
		const name = /^data:/.test(path) ? "image" : basename(path);
		this.add([{ kind: "image", name, url: await readImageUrl(path, this.context) }]);
	}

	/** Adds a file, a web URL, or the files of a folder or pattern. */
	async addFiles(path: string): Promise<void> {
		const { session, context } = this;
		const open = () => openFileFetch(session, context);
		const files = await readAttachments([path], open, context);
		const texts = fenceTexts([...this.files, ...files]);
		if (texts !== "") await session.checkContext(texts);
		this.add(files);
	}

	/** Returns the content of a message with the attachments, and clears them. */
	take(prompt: string): unknown {
		const text = [fenceTexts(this.files), prompt].filter(Boolean).join("\n\n");
		const images = this.files.flatMap((file) => (file.kind === "image" ? [file.url] : []));
		this.files = [];
		this.names = [];
		const parts = images.map((url) => ({ type: "image_url", image_url: { url } }));
		return parts.length > 0 ? [{ type: "text", text }, ...parts] : text;
	}

	private add(files: readonly Attachment[]): void {
		this.files = [...this.files, ...files];
		this.names = [...this.names, ...files.map(({ name }) => name)];
	}
}
