import { taskName } from "../../../catalogue/aliases.ts";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { type FoundModel, findModels } from "../../call-target/find-models.ts";
import type { Context } from "../../context.ts";
import { unknownName } from "../../errors/usage.ts";
import { completePath } from "../../input/typed-path.ts";
import { readSeenModels } from "../../network/model-cache.ts";
import { isLocalName } from "../../options/provider.ts";
import type { EditorState, FoldedPastes } from "../../ui/editor.ts";
import type { Key } from "../../ui/keys.ts";
import type { ChatSession } from "./session.ts";
import type { ChatSummary } from "./store.ts";

interface MenuItem {
	/** Text of the editor when it is chosen. */
	text: string;
	label: string;
	aside: string;
	/** It needs no argument, so Enter runs it. */
	isWhole: boolean;
}

/** Suggestions besides the commands: ids for `/model` and `/load`. */
interface MenuSources {
	models(): readonly { id: string; aside: string }[];
	chats(): readonly Pick<ChatSummary, "id" | "title" | "model">[];
}

export class Menu {
	cursor = 0;
	private readonly sources: MenuSources;

	constructor(sources: MenuSources) {
		this.sources = sources;
	}

	/** Returns the items that match the typed text: commands, then models and chats by their ids, titles and models. */
	items(text: string): readonly MenuItem[] {
		const { models, chats } = this.sources;
		const [, begun] = /^\/([a-z]*)$/.exec(text) ?? [];
		const commands = SLASH_COMMANDS.filter(({ name }) => begun !== undefined && name.startsWith(begun));
		if (commands.length > 0) {
			return commands.map(({ name, argument, summary }) => ({
				text: `/${name}${argument === "" ? "" : " "}`,
				label: `/${name} ${argument}`,
				aside: summary,
				isWhole: !argument.startsWith("<"),
			}));
		}
		const [, command, word = ""] = /^\/(model|load)\s+(\S*)$/.exec(text) ?? [];
		if (command === undefined) return [];
		const wanted = word.toLowerCase();
		const fits = (parts: readonly (string | undefined)[]): boolean => parts.join(" ").toLowerCase().includes(wanted);
		const found =
			command === "model"
				? models().filter(({ id }) => fits([id]))
				: chats().flatMap(({ id, title, model }) => (fits([id, title, model]) ? [{ id, aside: title }] : []));
		// A complete command needs no menu.
		if (found.length === 1 && found[0]?.id === word) return [];
		return found.map(({ id, aside }) => ({ text: `/${command} ${id}`, label: id, aside, isWhole: true }));
	}

	/** Moves the selection; returns false for other keys, which reset it. */
	move(text: string, key: Key): boolean {
		const count = this.items(text).length;
		const isMove = count > 1 && (key.name === "up" || key.name === "down");
		this.cursor = isMove ? (this.cursor + (key.name === "up" ? count - 1 : 1)) % count : 0;
		return isMove;
	}

	/** Returns the selected item, for Tab. */
	take(text: string): MenuItem | undefined {
		const item = this.items(text)[this.cursor];
		this.cursor = 0;
		return item;
	}

	/** Returns the item that Enter chooses: none if the line is complete. */
	choose(text: string): MenuItem | undefined {
		const isMeant = this.cursor > 0 || !this.isWrittenOut(text.trim());
		const item = this.take(text);
		return isMeant ? item : undefined;
	}

	private isWrittenOut(line: string): boolean {
		const [, command, word = ""] = /^\/(model|load)\s+(\S+)$/.exec(line) ?? [];
		if (command === undefined) {
			const name = /^\/([a-z]+)(?=\s|$)/i.exec(line)?.[1]?.toLowerCase();
			return SLASH_COMMANDS.some((known) => known.name === name);
		}
		return command === "model" ? word.includes("/") : this.items(line).some(({ label }) => label === word);
	}
}

const SLASH_ROWS = [
	["model", "[id]", "switch to another model; without an id: choose from a list"],
	["provider", "[id]", "switch to another provider; without an id: choose"],
	["system", "[text]", "show or set the instructions for the model; - for none"],
	["image", "<path|url>", "send an image with the next message"],
	["file", "<path|url>", "prepend a file, URL or folder to the next message"],
	["detach", "", "drop the files and images of the next message"],
	["edit", "[text]", "take the last question back into your editor, or write this text there"],
	["undo", "", "undo the last question and its answer"],
	["set", "[name value]", "show the parameters, or set one: /set temperature 0.2; - unsets it"],
	["retry", "", "ask the last question again"],
	["copy", "[code]", "copy the last answer, or its last code block"],
	["stats", "", "show model, place, tokens, time and cost"],
	["export", "[file]", "write the chat to a file, .md or .json"],
	["save", "[name]", "name the chat; without a name: show where it is saved"],
	["load", "[id]", "continue a saved chat; without an id: choose"],
	["tools", "[name]", "list the tools, or switch one on or off"],
	["mcp", "", "show the tool servers and their state"],
	["clear", "", "start a new chat"],
	["help", "", "show this list"],
	["exit", "", "leave; the chat is saved"],
] as const;

const SLASH_COMMANDS = SLASH_ROWS.map(([name, argument, summary]) => ({ name, argument, summary }));

export interface SlashCommand {
	name: (typeof SLASH_ROWS)[number][0];
	argument: string;
}

/** Reads a line that begins with a slash; undefined for a message to the model, which may begin with a path. */
export function readSlashCommand(text: string): SlashCommand | undefined {
	const [, word, argument = ""] = /^\/([a-z][\w-]*|\?)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
	if (word === undefined) return undefined;
	const wanted = word.toLowerCase();
	const exact = SLASH_COMMANDS.find(({ name }) => name === wanted);
	if (exact) return { name: exact.name, argument: argument.trim() };
	const names = SLASH_COMMANDS.map(({ name }) => name);
	const guess = wanted === "quit" || wanted === "q" ? "exit" : closestWord(wanted, names);
	throw unknownName(`Unknown command /${word}.`, guess ? `Did you mean /${guess}?` : "/help lists the commands.");
}

const KEYS =
	"Enter sends; a \\ at the end of the line, Ctrl-J or Alt-Enter begins a new line. @notes.txt attaches a file (Tab completes the path); !command runs a command and attaches what it prints. A paste of more than 10 lines is folded; Tab opens it. ↑ and ↓ recall your messages, and move in the menu of commands; Ctrl-R searches your messages in all chats. Ctrl-Y inserts what was cut, Ctrl-L clears the screen. Ctrl-C stops an answer, Ctrl-D leaves.";

/** Returns the help of the chat, for a width in columns. */
export function formatSlashHelp(width: number): string {
	const lines = SLASH_COMMANDS.map(({ name, argument, summary }) => {
		const usage = `/${name}${argument ? ` ${argument}` : ""}`;
		return width < 60 ? `${usage}\n    ${summary}` : `${usage.padEnd(20)}${summary}`;
	});
	return `${lines.join("\n")}\n\n${KEYS}`;
}

/** Completes what Tab can besides the menu: folded pastes, the path of a command, `@path` in front of the cursor. */
export function completeDraft(
	editor: EditorState,
	pastes: FoldedPastes,
	context: Context,
): { editor: EditorState; note?: string | undefined } | undefined {
	const opened = pastes.open(editor);
	if (opened) return { editor: opened };
	const { text, cursor } = editor;
	const typed = text.slice(0, cursor);
	const [, start, named] =
		/^(\/(?:image|file|export)\s+)(.*)$/s.exec(typed) ?? /^(.*?(?:^|\s)@)(\S*)$/s.exec(typed) ?? [];
	if (start === undefined || named === undefined) return undefined;
	const path = completePath(named, context);
	const before = start + path.text;
	const next = { ...editor, text: before + text.slice(cursor), cursor: before.length };
	const note = path.names.length === 1 ? undefined : path.names.join("  ") || "No file matches.";
	return { editor: next, note };
}

/** Pause in typing before Hugging Face is searched, in milliseconds. */
const PAUSE = 250;
/** Minimum letters for a search. */
const MIN = 2;

/** The models that `/model` suggests: those seen before, and those found as the id is typed. */
export type KnownModels = ReturnType<typeof createKnownModels>;

/** @param onFound called when Hugging Face has found more */
export function createKnownModels(session: ChatSession, context: Context, onFound: () => void) {
	let found: readonly FoundModel[] = [];
	let query = "";
	let running: AbortController | undefined;
	let timer: NodeJS.Timeout | undefined;
	const stop = (): void => {
		clearTimeout(timer);
		running?.abort();
	};
	const search = async (): Promise<void> => {
		const { endpoint, provider } = session.place;
		// Hugging Face does not list the models of an endpoint.
		if (endpoint !== undefined) return;
		const own = new AbortController();
		running = own;
		const hub = async () => (await session.connectHub()).hub;
		try {
			const more = await findModels({ task: "conversational", provider, query }, hub, context, own.signal);
			if (own.signal.aborted) return;
			const known = new Set(found.map(({ id }) => id));
			found = [...found, ...more.filter(({ id }) => !known.has(id))];
			onFound();
		} catch {
			// A complete id can still be typed, and /model without an id reports the error.
		}
	};
	return {
		list: (): FoundModel[] => {
			const ids = new Set(found.map(({ id }) => id));
			const seen = isLocalName(session.place.provider) ? [] : readSeenModels(context);
			// Others cannot chat.
			const isChat = (task = "conversational"): boolean => ["conversational", "image-text-to-text"].includes(task);
			const others = seen.filter(({ id, task }) => isChat(task) && !ids.has(id));
			return [...others.map(({ id, task = "" }) => ({ id, aside: task && taskName(task) })), ...found];
		},
		/** Called with the typed text. */
		suggestFor: (text: string): void => {
			const [, typed = ""] = /^\/model\s+(\S+)$/.exec(text) ?? [];
			if (typed === query) return;
			query = typed;
			stop();
			if (query.length >= MIN) timer = setTimeout(() => void search(), PAUSE);
		},
		stop,
	};
}
