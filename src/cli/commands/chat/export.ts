import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { printJson } from "../../terminal/json.ts";
import { onOneLine } from "../../terminal/width.ts";
import { namePlace } from "./place-text.ts";
import { findChat, readText, type SavedChat } from "./store.ts";

/** Formats of an exported chat. */
const EXPORT_FORMATS = ["md", "json"] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Prints a saved chat: `hub chat --export ID [md|json]`. */
export async function exportChat(id: string, words: readonly string[], context: Context): Promise<void> {
	const [format = context.flags.json ? "json" : "md", ...others] = words;
	if (!isExportFormat(format) || others.length > 0) {
		throw new UsageError(
			`A chat is printed as ${EXPORT_FORMATS.join(" or ")}, not as "${words.join(" ")}".`,
			`Write hub chat --export ${id} json`,
			"option-value",
		);
	}
	const chat = findChat(context.env, id);
	if (format === "json") await printJson(describeChat(chat), context);
	else await context.print(formatChat(chat));
}

function isExportFormat(text: string): text is ExportFormat {
	return EXPORT_FORMATS.some((format) => format === text);
}

/** Returns a chat as JSON. */
export function describeChat({ id, created, settings, place, messages }: SavedChat): object {
	const { model = null, system = null } = settings;
	return { id, created: created ?? null, model, system, place: place ?? null, messages };
}

/** Returns a chat as Markdown, with each message under its author's name. */
export function formatChat({ id, created, settings, place, messages }: SavedChat): string {
	const first = messages.find(({ role }) => role === "user");
	const title = onOneLine(first ? readText(first.content) : id).slice(0, 80);
	const facts = [settings.model, place && namePlace(place), created?.slice(0, 10)].filter(Boolean).join(" · ");
	const system = settings.system === undefined ? [] : [`> ${settings.system.replaceAll("\n", "\n> ")}`];
	const turns = messages.map(({ role, content }) => `## ${NAMES[role] ?? role}\n\n${readText(content)}`);
	return `${[`# ${title}`, ...(facts ? [facts] : []), ...system, ...turns].join("\n\n")}\n`;
}

const NAMES: Readonly<Record<string, string>> = { user: "You", assistant: "Model" };
