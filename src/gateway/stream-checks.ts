import { isRecord, textOf } from "../base/json.ts";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.ts";
import { describeRequest, describeResponse, parseJson, readMember, type WireRequest } from "../http/index.ts";
import { hasToken } from "../inference/delta.ts";
import { type EventText, splitEvents } from "./sse.ts";

/** Longest event, in characters. */
const MAX_EVENT_LENGTH = 64 * 2 ** 20;

/** The event that ends a stream. */
export const END_MARKER = /^data: ?\[DONE\]/m;

/** How events of one format show where a response begins and ends. */
export interface StreamSigns {
	/** Whether an event contains part of the response. */
	hasToken(event: unknown): boolean;
	/** Whether the response is complete. */
	isComplete(text: string): boolean;
}

/** Chats and text generation. */
export const CHAT_SIGNS: StreamSigns = {
	hasToken,
	isComplete: (text) =>
		END_MARKER.test(text) || /"finish_reason"\s*:\s*"/.test(text) || text.includes('"generated_text":"'),
};

/** The events of `/v1/responses`. */
export const RESPONSE_SIGNS: StreamSigns = {
	hasToken: (event) => /\.delta$/.test(textOf(readMember(event, "type"))),
	isComplete: (text) => /"type"\s*:\s*"response\.(?:completed|incomplete|failed|cancelled)"/.test(text),
};

/** The events of a text before the first one that ends the stream. */
export interface CheckedEvents {
	/** Whole events, unchanged. */
	text: string;
	values: unknown[];
	/** The event after them is malformed, or reports an error: its body. */
	failure: { kind: "malformed" } | { kind: "error"; body: unknown } | undefined;
}

/** Checks whole events: their data must be JSON objects, and none may report an error. */
export function checkEvents(text: string): CheckedEvents {
	const values: unknown[] = [];
	const mayFail = text.includes("error");
	for (const { text: block, data, event } of splitEvents(text)) {
		if (data === undefined || data === "" || data === "[DONE]") continue;
		const value = parseJson(data);
		const error = mayFail ? readMember(value, "error") : undefined;
		const isError = event === "error" || (error !== undefined && error !== null);
		if (isRecord(value) && !isError) values.push(value);
		else
			return {
				text: before(text, block),
				values,
				failure: isError ? { kind: "error", body: value ?? data } : MALFORMED,
			};
	}
	return { text, values, failure: undefined };
}

const MALFORMED = { kind: "malformed" } as const;

/** The whole events in front of one: joined only on an error, because nearly every event is valid. */
function before(text: string, block: string): string {
	let sound = "";
	for (const { text: other } of splitEvents(text)) {
		if (other === block) break;
		sound += `${other}\n\n`;
	}
	return sound;
}

/** Returns the error for an event that is not JSON. */
export function malformedEvent(): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError("Received a malformed event in the stream.");
}

/** @throws ProviderOutputError if an event has no end */
export function checkSize({ pending }: EventText): void {
	if (pending > MAX_EVENT_LENGTH) throw new InferenceClientProviderOutputError("A stream event is too large.");
}

/** Returns the error that an event reported. */
export function toProviderError(
	{ wire, response }: { wire: WireRequest; response: Response },
	value: unknown,
): InferenceClientProviderApiError {
	const message = "The provider reported an error inside the stream.";
	return new InferenceClientProviderApiError(message, describeRequest(wire), describeResponse(response, value));
}
