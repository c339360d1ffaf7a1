import { getPath, isRecord, textOf } from "../../base/json.ts";
import { invalid, missing, NO_MODEL } from "../failure.ts";

/** One message, its parts sorted. */
export interface Turn {
	role: string;
	text: string;
	/** URLs of its images. */
	images: string[];
	/** Names of the tools that it calls. */
	calls: string[];
}

/** The conversation so far. */
export interface Conversation {
	/** The text of the system messages. */
	system: string;
	/** Everything but the system messages, oldest first. */
	turns: Turn[];
	/** Text of the last message of the user, trimmed, without what a program added in tags. */
	question: string;
}

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

/**
 * Reads the `messages` of a chat.
 * @throws ServiceFailure if they are malformed
 */
export function readConversation(messages: unknown): Conversation {
	if (messages === undefined || messages === null) throw missing("messages");
	if (!Array.isArray(messages)) throw invalid("messages", "Invalid type for 'messages': expected an array of objects.");
	if (messages.length === 0) {
		throw invalid("messages", "Invalid 'messages': empty array. Expected an array with minimum length 1.");
	}
	const turns = messages.map(readTurn);
	const isSystem = ({ role }: Turn): boolean => role === "system" || role === "developer";
	const instructions = turns.filter(isSystem).map(({ text }) => text);
	return {
		system: instructions.join("\n"),
		turns: turns.filter((turn) => !isSystem(turn)),
		question: readQuestion(turns),
	};
}

function readQuestion(turns: readonly Turn[]): string {
	const last = turns.findLast(isRequest) ?? turns.findLast(({ role }) => role === "user") ?? turns.at(-1);
	const text = afterOwnWords(withoutNotes(last?.text ?? "").trim());
	// Some programs send the words of a command line as one quoted string.
	return /^"[^"]+"$/.test(text) ? text.slice(1, -1) : text;
}

/**
 * Returns the part of a message behind an answer of the sandbox: an agent that shortened its conversation sends earlier
 * requests, the summary that it got, and the next request in messages that become one.
 */
function afterOwnWords(text: string): string {
	const place = text.lastIndexOf(NO_MODEL);
	const end = place < 0 ? -1 : text.indexOf("\n", place);
	return end < 0 ? text : text.slice(end).trim();
}

/** Whether a message is one of the user's own, rather than notes of a program. */
export function isRequest({ role, text, images }: Turn): boolean {
	return role === "user" && (images.length > 0 || withoutNotes(text).trim() !== "");
}

/** Maximum blocks to search in one text. */
const MAX_NOTES = 50;

/** Returns a text without blocks such as `<system-reminder>…</system-reminder>`, which programs add to messages. */
export function withoutNotes(text: string): string {
	let rest = "";
	let from = 0;
	let tries = 0;
	for (const { 0: tag, 1: name, index } of text.matchAll(/<([a-z]+(?:[-_][a-z]+)+)>/g)) {
		if (index < from) continue;
		if (++tries > MAX_NOTES) break;
		const end = text.indexOf(`</${name}>`, index);
		if (end < 0) continue;
		rest += text.slice(from, index);
		from = end + tag.length + 1;
	}
	return rest + text.slice(from);
}

function readTurn(message: unknown, index: number): Turn {
	const field = `messages[${index}]`;
	if (!isRecord(message)) throw invalid(field, `Invalid type for '${field}': expected an object.`);
	const { role, content } = message;
	const given = Array.isArray(message["tool_calls"]) ? message["tool_calls"] : [];
	const calls = given.map((call) => textOf(getPath(call, "function", "name")));
	if (role === undefined) throw missing(`${field}.role`);
	if (typeof role !== "string" || !ROLES.includes(role)) {
		const roles = ROLES.map((name) => `'${name}'`).join(", ");
		throw invalid(`${field}.role`, `Invalid value: '${textOf(role)}'. Supported values are: ${roles}.`);
	}
	const text = content ?? (["assistant", "tool", "function"].includes(role) ? "" : undefined);
	if (text === undefined) throw missing(`${field}.content`);
	if (typeof text === "string") return { role, text, images: [], calls };
	if (!Array.isArray(content)) {
		throw invalid(`${field}.content`, `Invalid type for '${field}.content': expected a string or an array of objects.`);
	}
	const parts = content.map((part, place) => readPart(part, `${field}.content[${place}]`));
	return {
		role,
		text: parts.flatMap(({ text }) => text ?? []).join("\n"),
		images: parts.flatMap(({ image }) => image ?? []),
		calls,
	};
}

function readPart(part: unknown, field: string): { text?: string; image?: string } {
	if (!isRecord(part)) throw invalid(field, `Invalid type for '${field}': expected an object.`);
	if (part["type"] === "text") {
		if (typeof part["text"] !== "string") throw missing(`${field}.text`);
		return { text: part["text"] };
	}
	if (part["type"] === "image_url") {
		const image = isRecord(part["image_url"]) ? part["image_url"]["url"] : part["image_url"];
		if (typeof image !== "string") throw missing(`${field}.image_url.url`);
		if (!/^(https?:|data:image\/)/.test(image)) {
			throw invalid(`${field}.image_url.url`, "Invalid image URL: expected an http(s) URL or a data URL of an image.");
		}
		return { image };
	}
	const problem = `Invalid value: '${textOf(part["type"])}'. Supported values are: 'text', 'image_url'.`;
	throw invalid(`${field}.type`, problem);
}
