import { rmSync } from "node:fs";
import { matchesWords } from "../../../catalogue/search-words.ts";
import { chatPath } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { conflict, wrongValue } from "../../errors/usage.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { onOneLine } from "../../terminal/width.ts";
import { namePlace } from "./chat-target.ts";
import {
	type ChatSummary,
	findChat,
	formatAge,
	listChats,
	readChat,
	readText,
	type SavedChat,
	titleOf,
} from "./store.ts";

/** Prints the saved chats, the one changed last first. */
export async function printChats(words: readonly string[], context: Context, query?: string): Promise<void> {
	if (words.length > 0) throw conflict("--list takes no prompt.", "hub chat --search WORDS finds chats.");
	const all = listChats(context.env);
	const textOf = (id: string): string[] => readChat(context.env, id).messages.map(({ content }) => readText(content));
	const chats = query === undefined ? all : all.filter(({ id }) => matchesWords(query, [id, ...textOf(id)]));
	if (all.length > 0 && chats.length === 0 && !context.flags.json) return context.note("No chat matches.");
	const kindOf = ({ isOneShot }: ChatSummary): string => (isOneShot ? "prompt" : "chat");
	const timeOf = ({ changed }: ChatSummary): string => new Date(changed).toISOString();
	if (context.flags.json) {
		const entries = chats.map((chat) => {
			const { id, title, model = null, place = null, count: messages } = chat;
			return { id, kind: kindOf(chat), title, model, place, messages, changed: timeOf(chat) };
		});
		return await printJson(entries, context);
	}
	const [newest] = chats;
	if (!newest) return context.note("No saved chats yet. Start one with hub chat.");
	const where = ({ place }: ChatSummary): string => (place ? namePlace(place) : "");
	const view: TableView<ChatSummary> = {
		cells: (chat) => [chat.id, timeOf(chat), chat.model ?? "", where(chat), onOneLine(chat.title), kindOf(chat)],
		sections: (all) => [
			{ heading: "Chats", rows: all.filter(({ isOneShot }) => !isOneShot) },
			{ heading: 'Prompts (hub "…", hub infer)', rows: all.filter(({ isOneShot }) => isOneShot) },
		],
		columns: [
			{ title: "CHAT", value: ({ id }) => id, whole: true, style: "cyan" },
			{ title: "TITLE", value: ({ title }) => onOneLine(title), least: 10 },
			{ title: "CHANGED", value: ({ changed }) => formatAge(changed, context.now()) },
			{ title: "MODEL", value: ({ model }) => model ?? "", least: 12, style: "dim" },
			{ title: "PLACE", value: where, least: 8, style: "dim" },
		],
	};
	await printTable(chats, view, context);
	if (context.stdout.isTTY) context.note(`\nhub chat --resume CHAT continues one; hub -c continues ${newest.id}.`);
}

/** Prints a saved chat: `hub chat --export ID [md|json]`. */
export async function exportChat(id: string, words: readonly string[], context: Context): Promise<void> {
	const [format = context.flags.json ? "json" : "md", ...others] = words;
	if (!["md", "json"].includes(format) || others.length > 0) {
		throw wrongValue(
			`A chat is printed as md or json, not as "${words.join(" ")}".`,
			`Write hub chat --export ${id} json`,
		);
	}
	const chat = findChat(context.env, id);
	if (format === "json") await printJson(describeChat(chat), context);
	else await context.print(formatChat(chat));
}

export function describeChat({ id, created, settings, place, messages }: SavedChat): object {
	const { model = null, system = null } = settings;
	return { id, created: created ?? null, model, system, place: place ?? null, messages };
}

/** Returns a chat as Markdown, with each message under its author's name. */
export function formatChat({ id, created, settings, place, messages }: SavedChat): string {
	const first = messages.find(({ role }) => role === "user");
	const title = onOneLine(first ? titleOf(readText(first.content)) : id).slice(0, 80);
	const facts = [settings.model, place && namePlace(place), created?.slice(0, 10)].filter(Boolean).join(" · ");
	const system = settings.system === undefined ? [] : [`> ${settings.system.replaceAll("\n", "\n> ")}`];
	const names: Readonly<Record<string, string>> = { user: "You", assistant: "Model" };
	const turns = messages.map(({ role, content }) => `## ${names[role] ?? role}\n\n${readText(content)}`);
	return `${[`# ${title}`, ...(facts ? [facts] : []), ...system, ...turns].join("\n\n")}\n`;
}

/**
 * Removes a saved chat.
 * @param name its whole id, or a beginning that no other has
 */
export async function deleteChat(name: string, words: readonly string[], context: Context): Promise<void> {
	if (words.length > 0) throw conflict("--delete takes one chat, and no prompt.", "hub chat --list prints the ids.");
	const { id, messages } = findChat(context.env, name);
	const title = messages.find(({ role }) => role === "user");
	rmSync(chatPath(context.env, id));
	if (context.flags.json) await printJson({ deleted: id }, context);
	else context.note(`Removed the chat ${id}${title ? ` (${titleOf(readText(title.content))})` : ""}.`);
}
