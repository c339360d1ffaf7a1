import { encodeBase64 } from "../base/base64.ts";
import { encodeText } from "../base/bytes.ts";
import { isRecord } from "../base/json.ts";
import type { ChatCompletionInputMessage, ChatCompletionInputMessageChunk } from "../inference/index.ts";
import type { ToolPart } from "./tool.ts";

/** A tool's result as the model gets it. */
export interface ToolOutput {
	text: string;
	/** Images and sounds: services take them in a message of the user only. */
	media: readonly ChatCompletionInputMessageChunk[];
}

/**
 * Converts what a tool returned.
 * @param maxBytes longer texts are cut and larger files left out, with a note to the model
 * @throws TypeError for a value that JSON cannot express
 */
export async function toOutput(value: unknown, maxBytes: number): Promise<ToolOutput> {
	if (!isParts(value)) return { text: cut(toText(value), maxBytes), media: [] };
	const texts: string[] = [];
	const media: ChatCompletionInputMessageChunk[] = [];
	let size = 0;
	for (const part of value) {
		if ("text" in part) {
			texts.push(part.text);
			continue;
		}
		const file = "image" in part ? part.image : part.audio;
		size += file.size;
		const label = `${file.type || "file"}, ${file.size} bytes`;
		if (size > maxBytes) texts.push(`[${label}: too large, left out]`);
		else {
			texts.push(`[${label}: attached]`);
			media.push(await toMedia(part, file));
		}
	}
	return { text: cut(texts.join("\n"), maxBytes), media };
}

/** Returns the message with the files of results; undefined if there are none. */
export function toMediaMessage(
	media: readonly ChatCompletionInputMessageChunk[],
): ChatCompletionInputMessage | undefined {
	if (media.length === 0) return undefined;
	return { role: "user", content: [{ type: "text", text: "The files of the tool results:" }, ...media] };
}

function isParts(value: unknown): value is readonly ToolPart[] {
	const isPart = (part: unknown): boolean =>
		isRecord(part) &&
		Object.keys(part).length === 1 &&
		(typeof part["text"] === "string" || part["image"] instanceof Blob || part["audio"] instanceof Blob);
	return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

function toText(value: unknown): string {
	if (typeof value === "string") return value;
	return JSON.stringify(value) ?? "The tool returned no result.";
}

function cut(text: string, maxBytes: number): string {
	// A character takes at most three bytes for each of its code units.
	if (text.length * 3 <= maxBytes) return text;
	const bytes = encodeText(text);
	if (bytes.length <= maxBytes) return text;
	// Only whole characters are kept.
	const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
	return `${kept}\n[cut: the result has ${bytes.length} bytes, and only ${maxBytes} are shown]`;
}

async function toMedia(part: ToolPart, file: Blob): Promise<ChatCompletionInputMessageChunk> {
	const data = await encodeBase64(file);
	if ("image" in part)
		return { type: "image_url", image_url: { url: `data:${file.type || "image/png"};base64,${data}` } };
	const format = /wav/.test(file.type) ? "wav" : "mp3";
	// A kind of part that the published type does not list.
	return { type: "input_audio" as "text", input_audio: { data, format } };
}
