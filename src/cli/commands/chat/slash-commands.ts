import { closestWord } from "../../../catalogue/closest-word.ts";
import { UsageError } from "../../errors/usage.ts";

/** Commands of the chat. */
const SLASH_COMMANDS = [
	{ name: "model", argument: "[id]", summary: "switch to another model; without an id: choose from a list" },
	{ name: "provider", argument: "[id]", summary: "switch to another provider; without an id: choose" },
	{ name: "system", argument: "[text]", summary: "show or set the instructions for the model; - for none" },
	{ name: "image", argument: "<path|url>", summary: "show an image with the next message" },
	{ name: "file", argument: "<path|url>", summary: "put a file, URL or folder in front of the next message" },
	{ name: "edit", argument: "[text]", summary: "write the message in your editor (VISUAL, EDITOR)" },
	{ name: "retry", argument: "", summary: "ask the last question again" },
	{ name: "copy", argument: "[code]", summary: "copy the last answer, or its last code block" },
	{ name: "stats", argument: "", summary: "show model, place, tokens, time and cost" },
	{ name: "export", argument: "[file]", summary: "write the chat to a file, .md or .json" },
	{ name: "save", argument: "[name]", summary: "name the chat; without a name: show where it is saved" },
	{ name: "load", argument: "[id]", summary: "continue a saved chat; without an id: choose" },
	{ name: "clear", argument: "", summary: "start a new chat" },
	{ name: "help", argument: "", summary: "show this list" },
	{ name: "exit", argument: "", summary: "leave; the chat is saved" },
] as const;

export type SlashName = (typeof SLASH_COMMANDS)[number]["name"];

export interface SlashCommand {
	name: SlashName;
	argument: string;
}

/**
 * Reads a line that begins with a slash; undefined for a message to the model, which may begin with a path.
 * @throws UsageError for an unknown command
 */
export function readSlashCommand(text: string): SlashCommand | undefined {
	const [, word, argument = ""] = /^\/([a-z][\w-]*|\?)(?:\s+([\s\S]*))?$/i.exec(text.trim()) ?? [];
	if (word === undefined) return undefined;
	const wanted = word.toLowerCase();
	const exact = SLASH_COMMANDS.find(({ name }) => name === wanted);
	if (exact) return { name: exact.name, argument: argument.trim() };
	const names = SLASH_COMMANDS.map(({ name }) => name);
	const guess = wanted === "quit" || wanted === "q" ? "exit" : closestWord(wanted, names);
	throw new UsageError(
		`Unknown command /${word}.`,
		guess === undefined ? "/help lists the commands." : `Did you mean /${guess}?`,
		"unknown-name",
	);
}

/** Returns the complete command of a line, with or without an argument; undefined for a prefix. */
export function readSlashName(text: string): SlashName | undefined {
	const word = /^\/([a-z]+)(?=\s|$)/i.exec(text.trim())?.[1]?.toLowerCase();
	return SLASH_COMMANDS.find(({ name }) => name === word)?.name;
}

/** The commands that begin with a line. */
export function matchSlashCommands(text: string): readonly (typeof SLASH_COMMANDS)[number][] {
	const word = /^\/([a-z]*)$/.exec(text)?.[1];
	return word === undefined ? [] : SLASH_COMMANDS.filter(({ name }) => name.startsWith(word));
}

const KEYS =
	"Enter sends; a \\ at the end of the line, Ctrl-J or Alt-Enter begins a new line. ↑ and ↓ recall your messages, and move in the menu of commands; Ctrl-R searches your messages in all chats. Ctrl-C stops an answer, Ctrl-D leaves.";

/** Returns the help of the chat, for a width in columns. */
export function formatSlashHelp(width: number): string {
	const lines = SLASH_COMMANDS.map(({ name, argument, summary }) => {
		const usage = `/${name}${argument ? ` ${argument}` : ""}`;
		return width < 60 ? `${usage}\n    ${summary}` : `${usage.padEnd(20)}${summary}`;
	});
	return `${lines.join("\n")}\n\n${KEYS}`;
}
