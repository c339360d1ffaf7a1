import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.ts";
import { describeRequest, describeResponse, parseJson, readMember, type WireRequest } from "../http/index.ts";
import { hasToken } from "../inference/delta.ts";
import { type EventText, splitEvents } from "./sse.ts";

/** Longest event, in characters. */
const LONGEST_EVENT = 64 * 2 ** 20;

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
	hasToken: (event) => /\.delta$/.test(String(readMember(event, "type"))),
	isComplete: (text) => /"type"\s*:\s*"response\.(?:completed|incomplete|failed|cancelled)"/.test(text),
};

/** Returns the body of an event that reports an error. */
export function findError(text: string): unknown {
	if (!text.includes("error")) return undefined;
	for (const { data, event } of splitEvents(text)) {
		if (data === undefined || data === "[DONE]") continue;
		const value = parseJson(data);
		const error = readMember(value, "error");
		if (event === "error" || (error !== undefined && error !== null)) return value ?? data;
	}
	return undefined;
}

/**
 * Returns the value of an event; undefined if it has none.
 * @throws ProviderOutputError if its data is not JSON
 */
export function readEvent(data: string | undefined): unknown {
	if (data === undefined || data === "" || data === "[DONE]") return undefined;
	const value = parseJson(data);
	if (value === undefined) throw new InferenceClientProviderOutputError("Received a malformed event in the stream.");
	return value;
}

/** @throws ProviderOutputError if an event has no end */
export function checkSize({ pending }: EventText): void {
	if (pending > LONGEST_EVENT) throw new InferenceClientProviderOutputError("An event of the stream is too large.");
}

/** Returns the error that an event reported. */
export function toProviderError(
	{ wire, response }: { wire: WireRequest; response: Response },
	value: unknown,
): InferenceClientProviderApiError {
	const message = "The provider reported an error inside the stream.";
	return new InferenceClientProviderApiError(message, describeRequest(wire), describeResponse(response, value));
}
