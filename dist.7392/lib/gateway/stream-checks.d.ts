import { InferenceClientProviderApiError } from "../errors.ts";
import { type WireRequest } from "../http/index.ts";
import { type EventText } from "./sse.ts";
/** The event that ends a stream. */
export declare const END_MARKER: RegExp;
/** How the events of a form tell where an answer begins and ends. */
export interface StreamSigns {
    /** Whether an event brings a part of the answer. */
    hasToken(event: unknown): boolean;
    /** Whether the answer has reached its end. */
    isComplete(text: string): boolean;
}
/** Chats and text generation. */
export declare const CHAT_SIGNS: StreamSigns;
/** The events of `/v1/responses`. */
export declare const RESPONSE_SIGNS: StreamSigns;
/** The body of an event that reports an error. */
export declare function findError(text: string): unknown;
/**
 * The value of an event; undefined where it has none.
 * @throws ProviderOutputError where its data is no JSON
 */
export declare function readEvent(data: string | undefined): unknown;
/** @throws ProviderOutputError where an event does not end */
export declare function checkSize({ pending }: EventText): void;
/** The error that an event reported. */
export declare function toProviderError({ wire, response }: {
    wire: WireRequest;
    response: Response;
}, value: unknown): InferenceClientProviderApiError;
