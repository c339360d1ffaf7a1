import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { onOneLine } from "../../terminal/width.ts";
import { namePlace } from "./place-text.ts";
import { type ChatSummary, formatAge, listChats } from "./store.ts";

/** Prints the saved chats, the one changed last first. */
export async function printChats(words: readonly string[], context: Context): Promise<void> {
	if (words.length > 0) throw new UsageError("--list takes no prompt.", undefined, "option-conflict");
	const chats = listChats(context.env);
	if (context.flags.json) {
		const entries = chats.map(({ id, title, model, place, count, changed }) => ({
			id,
			title,
			model: model ?? null,
			place: place ?? null,
			messages: count,
			changed: new Date(changed).toISOString(),
		}));
		return await printJson(entries, context);
	}
	if (chats.length === 0) return context.note("There is no saved chat. Start one with hub chat.");
	const where = ({ place }: ChatSummary): string => (place ? namePlace(place) : "");
	const view: TableView<ChatSummary> = {
		cells: (chat) => [
			chat.id,
			new Date(chat.changed).toISOString(),
			chat.model ?? "",
			where(chat),
			onOneLine(chat.title),
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
	if (context.stdout.isTTY) context.note("\nhub chat --resume CHAT continues one; hub -c continues the first.");
}
