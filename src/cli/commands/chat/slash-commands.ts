import { closestWord } from "../../../catalogue/closest-word.ts";
import { UsageError } from "../../errors/usage.ts";

/** Commands of the chat. */
export const SLASH_COMMANDS = [
	{ name: "model", argument: "[id]", summary: "talk to another model; without id: choose from a list" },
	{ name: "provider", argument: "[id]", summary: "have another provider run it; without id: choose" },
	{ name: "system", argument: "[text]", summary: "show or set the instructions for the model; - for none" },
	{ name: "image", argument: "<path|url>", summary: "show an image with the next message" },
	{ name: "retry", argument: "", summary: "ask the last question again" },
	{ name: "save", argument: "[name]", summary: "give the chat a name; without: tell where it is kept" },
	{ name: "load", argument: "[id]", summary: "go on with a saved chat; without id: choose" },
	{ name: "clear", argument: "", summary: "begin a new chat" },
	{ name: "help", argument: "", summary: "show this list" },
	{ name: "exit", argument: "", summary: "leave; the chat is saved" },
] as const;

export type SlashName = (typeof SLASH_COMMANDS)[number]["name"];

export interface SlashCommand {
	name: SlashName;
	argument: string;
}

/**
 * Reads a line that begins with a slash; undefined for what is said to the model, paths among it.
 * @throws UsageError when there is no such command
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

/** The commands a line may be the beginning of. */
export function matchSlashCommands(text: string): readonly (typeof SLASH_COMMANDS)[number][] {
	const word = /^\/([a-z]*)$/.exec(text)?.[1];
	return word === undefined ? [] : SLASH_COMMANDS.filter(({ name }) => name.startsWith(word));
}
