import { exec } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import {
	alreadyExists,
	invalidInput,
	noChat,
	noInput,
	noTerminal,
	unknownWord,
	wrongValue,
} from "../../errors/usage.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { type Attachment, fenceTexts } from "../../input/attachment.ts";
import { readAttachments } from "../../input/attachments.ts";
import type { Message } from "../../input/conversation.ts";
import { editText } from "../../input/external-editor.ts";
import { readImageUrl } from "../../input/media.ts";
import { readTypedPath } from "../../input/typed-path.ts";
import { connect } from "../../network/connect.ts";
import { checkProvider } from "../../options/provider.ts";
import { findSamplingFault } from "../../options/sampling.ts";
import { formatCost } from "../../terminal/amounts.ts";
import type { Colors } from "../../terminal/color.ts";
import { withoutInterrupts } from "../../terminal/interrupts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { copyToClipboard, findTerminal } from "../../terminal/terminal.ts";
import { onOneLine, wrapKeepingIndent } from "../../terminal/width.ts";
import { isSandboxed } from "./chat-target.ts";
import { describeChat, formatChat } from "./saved-chats.ts";
import type { ChatSession } from "./session.ts";
import { type AnswerFacts, listChats, readChat, readText, renameChat, titleOf } from "./store.ts";

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

/** Copies the last answer, or with `code` its last code block; returns a message about the result. */
export function copyAnswer(messages: readonly Message[], part: string, context: Context): string {
	if (part !== "" && part !== "code")
		throw wrongValue(`Unknown part: write /copy for the answer, /copy code for its code.`);
	const answer = messages.findLast(({ role }) => role === "assistant");
	if (!answer) throw noChat("No answer to copy yet.");
	const text = readText(answer.content);
	const copied = part === "code" ? findCode(text) : text;
	if (copied === undefined) throw noChat("The last answer has no code block.");
	const terminal = findTerminal(context);
	if (!terminal) throw noTerminal("This terminal has no clipboard.");
	copyToClipboard(copied, terminal);
	const lines = copied.split("\n").length;
	return `Copied ${part === "code" ? "the code" : "the answer"} (${lines} line${lines === 1 ? "" : "s"}), where the terminal allows it.`;
}

export function formatQuestion(text: string, width: number, { cyan, bold }: Colors): string[] {
	const lines = sanitize(text).split("\n");
	return lines
		.flatMap((line) => wrapKeepingIndent(line, width - 2))
		.map((line, index) => (index === 0 ? cyan("❯ ") : "  ") + bold(line));
}

/** Returns the last fenced block of a Markdown text. */
export function findCode(text: string): string | undefined {
	const blocks = [
		...text.matchAll(/^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n([\s\S]*?)(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm),
	];
	return blocks.at(-1)?.[2];
}

/** Writes the conversation to a file: JSON if the name ends in `.json`, else Markdown; returns its path. */
export function writeConversation(session: ChatSession, path: string, { cwd }: Context): string {
	if (session.messages.length === 0) throw noChat("Nothing to export yet.");
	const name = ["md", "json", ""].includes(path) ? `${session.id}.${path || "md"}` : path;
	if (existsSync(resolve(cwd, name))) {
		throw alreadyExists(`${name} already exists.`, "Give another name: /export FILE");
	}
	const { id, settings, place, messages } = session;
	const chat = { id, created: undefined, settings, place, messages };
	const text = name.endsWith(".json") ? `${JSON.stringify(describeChat(chat), undefined, 2)}\n` : formatChat(chat);
	replaceFile(resolve(cwd, name), text);
	return name;
}

/** Sets a parameter of the calls, or shows all of them; returns a message about the result. */
export async function setParameter(session: ChatSession, argument: string, context: Context): Promise<string> {
	const parameters = await session.readParameters();
	const [, name, value = ""] = /^(\S+?)(?:\s*=\s*|\s+|$)(.*)$/s.exec(argument) ?? [];
	if (name !== undefined) {
		const [{ loadTaskParameters }, { readParameters }] = await Promise.all([
			import("../../../catalogue/task-parameters.ts"),
			import("../../input/parameters.ts"),
		]);
		const known = (await loadTaskParameters("conversational")).map(({ path }) => path);
		if (!known.includes(name)) {
			throw unknownWord("parameter", name, known, "hub tasks chat --full lists the parameters.");
		}
		if (value === "") throw noInput(`/set ${name} needs a value.`, `/set ${name} VALUE; - unsets it.`);
		if (value === "-") delete parameters[name];
		else {
			const read = await readParameters([`${name}=${value}`], undefined, context);
			const fault = findSamplingFault(name, read[name]);
			if (fault !== undefined) throw wrongValue(`/set ${name} ${value}: this is not possible.`, fault);
			Object.assign(parameters, read);
		}
	}
	const lines = Object.entries(parameters).map(([key, set]) => `${key} = ${JSON.stringify(set)}`);
	return lines.join("\n") || "No parameters are set.";
}

/** Shows or changes model, provider or instructions; returns a message about the result. */
export function changeSetting(session: ChatSession, name: "model" | "provider" | "system", argument: string): string {
	if (name === "system") {
		if (argument !== "") session.choose({ system: argument === "-" ? undefined : argument });
		const { system } = session.settings;
		return system === undefined ? "No instructions." : `Instructions: ${system}`;
	}
	if (name === "provider") {
		for (const id of argument.split(",")) checkProvider(id);
		session.moveTo(argument);
		return `Provider: ${argument}`;
	}
	if (/\s/.test(argument))
		throw wrongValue(`"${argument}" is not the id of a model.`, "Write ORG/NAME, or choose with /model.");
	session.choose({ model: argument });
	return `Model: ${argument}`;
}

/** Saves the chat under a name, or where it is; returns a message about the result. */
export function saveChat(session: ChatSession, name: string, { env }: Context): string {
	if (!session.isBegun) throw noChat("Nothing to save yet.");
	session.keep();
	if (!session.isKept) return "Not saved.";
	if (name !== "") session.id = renameChat(env, session.id, name);
	return `Saved as ${session.id}, with every turn. hub chat --resume ${session.id} continues it.`;
}

/** Removes the last question and its answer; returns a message about the result. */
export function undoExchange(session: ChatSession): string {
	const question = session.undo();
	if (!question) throw noChat("Nothing to undo yet.");
	return `Undone: ${onOneLine(titleOf(readText(question.content))).slice(0, 60)}`;
}

const MAX_SHOWN_LINES = 20;

/** Runs a command of the user in a shell; returns what it printed, with its exit code if that is not 0. */
function runCommand(command: string, { cwd, signal }: Context): Promise<string> {
	return new Promise((resolve, reject) => {
		const options = { cwd, signal, timeout: 60_000, maxBuffer: 1_000_000 };
		const child = exec(command, options, (error, stdout, stderr) => {
			const text = stdout + stderr;
			if (error && typeof error.code !== "number") {
				const why = error.killed ? "took too long or printed too much" : "could not be run";
				return reject(invalidInput(`The command ${why}.`));
			}
			resolve(error ? `${text}\n(exit code ${error.code})` : text);
		});
		child.stdin?.end();
	});
}

/** Opens the user's editor for a message; meanwhile the editor controls the terminal. */
export function writeMessage(text: string, context: Context): string {
	const { stdin } = context;
	stdin.setRawMode?.(false);
	try {
		return withoutInterrupts(() => editText(text, "message.md", context)).trimEnd();
	} finally {
		stdin.setRawMode?.(true);
	}
}

export function describeStats(session: ChatSession, facts: AnswerFacts | undefined): string {
	const { model, place } = session.subject;
	const rows: [string, string | undefined][] = [
		["Model", model],
		["Runs on", place],
		["Messages", String(session.messages.length)],
		["Tokens", facts?.usage && `${facts.usage.prompt_tokens} in, ${facts.usage.completion_tokens} out (last answer)`],
		["Time", facts && `${facts.seconds.toFixed(2)} s (last answer)`],
		["Rate", facts?.tokensPerSecond === undefined ? undefined : `${facts.tokensPerSecond.toFixed(1)} tokens/s`],
		["Cost", facts?.cost === undefined ? undefined : `${formatCost(facts.cost)} (last answer)`],
		["Cost so far", facts?.costSoFar === undefined ? undefined : formatCost(facts.costSoFar)],
		["Saved as", session.isKept ? session.id : undefined],
	];
	return rows.flatMap(([name, value]) => (value ? [`${name.padEnd(13)}${value}`] : [])).join("\n");
}

/** Attachments of the next message: images, and the texts of files in front of it. */
export class Attached {
	private files: readonly Attachment[] = [];
	private readonly session: ChatSession;
	private readonly context: Context;

	constructor(session: ChatSession, context: Context) {
		this.session = session;
		this.context = context;
	}

	get names(): readonly string[] {
		return this.files.map(({ name }) => name);
	}

	/** Runs `/image`, `/file` or `/detach`; returns a message about the result. */
	async change(name: "image" | "file" | "detach", argument: string): Promise<string> {
		if (name === "detach") {
			this.files = [];
			return "Nothing is attached to the next message.";
		}
		const isImage = name === "image";
		if (argument === "") {
			throw noInput(`/${name} needs a path or a URL.`, `/${name} ${isImage ? "photo.jpg" : "notes.txt"}`);
		}
		const path = readTypedPath(argument, this.context);
		await (isImage ? this.addImage(path) : this.addFiles(path));
		if (isImage) return "The image will be sent with your next message.";
		return `${this.names.join(", ")}: goes with your next message.`;
	}

	async addImage(path: string): Promise<void> {
		const name = /^data:/.test(path) ? "image" : basename(path);
		const image: Attachment = { kind: "image", name, url: await readImageUrl(path, this.context) };
		this.add(await this.session.fitting([image], [name]));
	}

	/** Adds a file, a web URL, or the files of a folder or pattern. */
	async addFiles(path: string): Promise<void> {
		const { session, context } = this;
		// Independent of the conversation's place, except for the sandbox.
		const network = { sandbox: isSandboxed(session.place) };
		const open = async () => (await connect(network, context, readConfig(context))).fetch;
		await this.addRead(await readAttachments([path], open, context), [path]);
	}

	/** Adds files that are read already, and returns those that fit the model; `named` are the words that named them. */
	async addRead(read: readonly Attachment[], named: readonly string[]): Promise<readonly Attachment[]> {
		const { session } = this;
		const files = await session.fitting(read, named);
		const texts = fenceTexts([...this.files, ...files]);
		if (texts !== "") await session.checkContext(texts);
		this.add(files);
		return files;
	}

	/** Runs a command and adds its output; returns the first lines of it. */
	async addOutput(command: string): Promise<string> {
		const text = await runCommand(command, this.context);
		this.add([{ kind: "text", name: `$ ${command}`, text }]);
		const lines = text.trimEnd().split("\n");
		const rest = lines.length - MAX_SHOWN_LINES;
		return [...lines.slice(0, MAX_SHOWN_LINES), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join("\n");
	}

	/** Adds the files that a message names as @path. */
	async addNamed(text: string): Promise<void> {
		for (const [, path = ""] of text.matchAll(/(?:^|\s)@(\S+)/g)) {
			const typed = readTypedPath(path, this.context);
			if (existsSync(resolve(this.context.cwd, typed))) await this.addFiles(typed);
		}
	}

	/** Returns the content of a message with the attachments, and clears them. */
	take(prompt: string): unknown {
		const text = [fenceTexts(this.files), prompt].filter(Boolean).join("\n\n");
		const images = this.files.flatMap((file) => (file.kind === "image" ? [file.url] : []));
		this.files = [];
		const parts = images.map((url) => ({ type: "image_url", image_url: { url } }));
		return parts.length > 0 ? [{ type: "text", text }, ...parts] : text;
	}

	private add(files: readonly Attachment[]): void {
		this.files = [...this.files, ...files];
	}
}
