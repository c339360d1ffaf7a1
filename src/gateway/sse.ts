import { getPath, isRecord, textOf } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { ChunkDecoder } from "../http/events.ts";
import { parseJson, readMember } from "../http/index.ts";
import { findFirst } from "../http/list-order.ts";
import { AnswerCheck, hasToken } from "../inference/delta.ts";

/** Longest event, in characters. */
const MAX_EVENT_LENGTH = 64 * 2 ** 20;

/** Splits the bytes of an event stream at event boundaries: it returns whole events, unchanged. */
export class EventText {
	private readonly decoder = new ChunkDecoder();
	private rest = "";

	/**
	 * Returns the complete events; the empty string if there are none.
	 * @throws ProviderOutputError if an event has no end
	 */
	push(bytes: Uint8Array): string {
		const text = this.rest + this.decoder.decode(bytes);
		const end = text.endsWith("\n\n") ? text.length : Math.max(endOf(text, "\n\n"), endOf(text, "\r\n\r\n"));
		this.rest = text.slice(end);
		if (this.rest.length > MAX_EVENT_LENGTH)
			throw new InferenceClientProviderOutputError("A stream event is too large.");
		return text.slice(0, end);
	}

	/** Returns the rest at the end, closed as an event. */
	end(): string {
		const text = this.rest + this.decoder.end();
		this.rest = "";
		return text.trim() === "" ? "" : `${text.replace(/(?<![\r\n])[\r\n]+$/, "")}\n\n`;
	}
}

function endOf(text: string, mark: string): number {
	const at = text.lastIndexOf(mark);
	return at < 0 ? 0 : at + mark.length;
}

export interface EventBlock {
	/** Its lines, without the empty one. */
	text: string;
	/** Its data; undefined for comments. */
	data: string | undefined;
	event: string | undefined;
}

/** Returns the events of a text that consists of whole events, comments included. */
export function splitEvents(text: string): EventBlock[] {
	const events: EventBlock[] = [];
	const add = (block: string): void => {
		if (block.trim() !== "") events.push(readBlock(block));
	};
	if (text.includes("\r")) {
		for (const block of text.split(/\r?\n\r?\n/)) add(block);
		return events;
	}
	// Nearly every text is one event: `split` takes longer.
	for (let from = 0, to = 0; from < text.length; from = to + 2) {
		const found = text.indexOf("\n\n", from);
		to = found < 0 ? text.length : found;
		add(text.slice(from, to));
	}
	return events;
}

function readBlock(text: string): EventBlock {
	// Nearly every event is one line of data.
	if (text.startsWith("data: ") && !text.includes("\n") && !text.includes("\r"))
		return { text, data: text.slice(6), event: undefined };
	const lines = text.split(/\r\n|\n|\r/);
	const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, ""));
	const event = lines.find((line) => line.startsWith("event:"));
	return { text, data: data.length === 0 ? undefined : data.join("\n"), event: event?.slice(6).trim() };
}

export function formatEvent(value: unknown, event?: string): string {
	return `${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(value)}\n\n`;
}

/** Returns the text in an event of a chat, of text generation or of a response; undefined if it has none. */
export function readEventText(event: unknown): string | undefined {
	const choice = findFirst(readMember(event, "choices"));
	const isDelta = getPath(event, "type") === "response.output_text.delta";
	const texts = [
		getPath(choice, "text"),
		getPath(choice, "delta", "content"),
		getPath(event, "token", "text"),
		isDelta ? getPath(event, "delta") : undefined,
	];
	return texts.find((text) => typeof text === "string");
}

export function joinTexts(events: string): string {
	return checkEvents(events)
		.values.map((event) => readEventText(event) ?? "")
		.join("");
}

/** The event that ends a stream. */
export const END_MARKER = /^data: ?\[DONE\]/m;

/** How the events of one format mark where a response begins and ends. */
export interface StreamSigns {
	hasToken(event: unknown): boolean;
	isComplete(text: string): boolean;
	/** Creates the check of a stream; its methods throw for what is incomplete. */
	createCheck(): StreamCheck;
}

/** Checks that the lists in the events of a stream are complete. */
export interface StreamCheck {
	/** Returns the event for clients: the same one, or one with indexes added to its tool calls. */
	add(event: Record<string, unknown>): Record<string, unknown>;
	/** @param answers the number of answers requested, if known */
	end(answers?: number): void;
}

/** Chats and text generation. */
export const CHAT_SIGNS: StreamSigns = {
	hasToken,
	isComplete: (text) =>
		END_MARKER.test(text) || /"finish_reason"\s*:\s*"/.test(text) || text.includes('"generated_text":"'),
	createCheck: () => new AnswerCheck(),
};

export const RESPONSE_SIGNS: StreamSigns = {
	hasToken: (event) => /\.delta$/.test(textOf(readMember(event, "type"))),
	isComplete: (text) => /"type"\s*:\s*"response\.(?:completed|incomplete|failed|cancelled)"/.test(text),
	// Forwarded as they are: hub merges none of its lists.
	createCheck: () => ({ add: (event) => event, end: () => undefined }),
};

/** The events of a text before the first one that ends the stream. */
interface CheckedEvents {
	/** Whole events, unchanged except for indexes that the check added. */
	text: string;
	values: unknown[];
	/** The event after them is malformed, or reports an error: its body. */
	failure: { kind: "malformed"; problem?: unknown } | { kind: "error"; body: unknown } | undefined;
}

/**
 * Checks whole events: their data must be JSON objects, and none may report an error.
 * @param check of the lists in them
 */
export function checkEvents(text: string, check?: StreamCheck): CheckedEvents {
	const values: unknown[] = [];
	const mayFail = text.includes("error");
	const blocks = splitEvents(text);
	let isChanged = false;
	const join = (events: readonly EventBlock[]): string => events.map((block) => `${block.text}\n\n`).join("");
	for (const [place, block] of blocks.entries()) {
		const { data, event } = block;
		if (data === undefined || data === "" || data === "[DONE]") continue;
		const value = parseJson(data);
		const error = mayFail ? readMember(value, "error") : undefined;
		const isError = event === "error" || (error !== undefined && error !== null);
		const { checked, problem } = isRecord(value) && !isError ? checkEvent(value, check) : {};
		if (checked) {
			values.push(checked);
			if (checked === value) continue;
			isChanged = true;
			blocks[place] = { ...block, text: formatEvent(checked, event).trimEnd() };
			continue;
		}
		const failure = isError ? { kind: "error" as const, body: value ?? data } : { kind: "malformed" as const, problem };
		return { text: join(blocks.slice(0, place)), values, failure };
	}
	return { text: isChanged ? join(blocks) : text, values, failure: undefined };
}

function checkEvent(
	value: Record<string, unknown>,
	check: StreamCheck | undefined,
): { checked?: Record<string, unknown>; problem?: unknown } {
	try {
		return { checked: check ? check.add(value) : value };
	} catch (problem) {
		return { problem };
	}
}
