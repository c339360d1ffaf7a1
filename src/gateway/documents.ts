import { decodeBase64 } from "../base/base64.ts";
import { decodeText, hashBytes } from "../base/bytes.ts";
import { isRecord, readMember, textOf } from "../base/json.ts";
import { RecentMap } from "../base/memoize.ts";
import type { FileTexts } from "../inference/chat-form.ts";
import type { DocumentText, GatewayOptions } from "./types.ts";

/** Documents whose texts are cached: a history has them again in each request. */
const MAX_KNOWN = 32;

/** What became of the documents of a chat. */
export interface ReadDocuments {
	/** Part of a message → the text in its place. */
	texts: FileTexts;
	/** What the model got in place of the documents. */
	notice: string;
}

/** Reads the documents of chats for targets that take texts only. The same document always becomes the same text. */
export function createDocuments(read: GatewayOptions["readDocument"]) {
	const known = new RecentMap<Promise<DocumentText | undefined>>(MAX_KNOWN);
	const readText = async (data: string): Promise<DocumentText | undefined> => {
		const { media, bytes } = decode(data);
		if (!bytes) return undefined;
		const text = bytes.includes(0) || isPdf(bytes) ? undefined : decodeText(bytes);
		if (text !== undefined) return { text, isWhole: true };
		if (!read) return undefined;
		const type = isPdf(bytes) ? "application/pdf" : media;
		const key = `${type} ${await hashBytes(bytes)}`;
		return await known.getOrMake(key, () => read(bytes, type).catch(() => undefined));
	};
	return async ({ messages }: Readonly<Record<string, unknown>>): Promise<ReadDocuments> => {
		const texts = new Map<unknown, string>();
		const parts = listDocuments(messages);
		let isCut = false;
		for (const part of parts) {
			const file = readMember(part, "file");
			const found = await readText(textOf(readMember(file, "file_data")));
			if (found === undefined || found.text.trim() === "") continue;
			isCut ||= !found.isWhole;
			texts.set(part, describe(textOf(readMember(file, "filename")), found));
		}
		const told = texts.size < parts.length ? ["got a note in place of each"] : [];
		const got = texts.size === 0 ? [] : [`got ${isCut ? "a part of their text" : "their text"}`];
		return { texts, notice: `the model ${[...got, ...told].join(", or ")}.` };
	};
}

/** The parts of messages that are documents. */
export function listDocuments(messages: unknown): unknown[] {
	const isDocument = (part: unknown): boolean => readMember(part, "type") === "file";
	return (Array.isArray(messages) ? (messages as unknown[]) : []).flatMap((message) => {
		const content = isRecord(message) ? message["content"] : undefined;
		return Array.isArray(content) ? content.filter(isDocument) : [];
	});
}

function decode(data: string): { media: string; bytes: Uint8Array<ArrayBuffer> | undefined } {
	const [head = "", media = ""] = /^data:([^,;]{0,200})[^,]{0,200},/i.exec(data) ?? [];
	return { media, bytes: data === "" ? undefined : decodeBase64(data.slice(head.length)) };
}

/** Some consist of ASCII only. */
export function isPdf(bytes: Uint8Array): boolean {
	return "%PDF-".split("").every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

/** The name and the text are untrusted: the model sees where the text begins and ends. */
function describe(name: string, { text, isWhole }: DocumentText): string {
	const document = `the document${name && ` "${name.slice(0, 200)}"`}`;
	const end = isWhole ? `End of ${document}.` : `The text is cut here; ${document} continues.`;
	return `[The text of ${document}, without its images:]\n${text}\n[${end}]`;
}
