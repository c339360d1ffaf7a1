import type { ErrorBody } from "./errors.ts";
import type { StreamForm } from "./stream.ts";
type Fields = Readonly<Record<string, unknown>>;
/** Fields of the request that all forms of a response repeat. */
export interface ResponseHead {
    id: string;
    /** Seconds since 1970. */
    created: number;
    model: string;
    request: Fields;
}
/** A whole chat completion as a response. */
export declare function toResponse(head: ResponseHead, completion: Fields): object;
/** Turns the events of a chat into those of a response. */
export declare class ResponseForm implements StreamForm {
    private readonly head;
    private readonly items;
    /** Position of a tool call among those of the chat → its item. */
    private readonly calls;
    private sequence;
    private reason;
    private usage;
    private current;
    constructor(head: ResponseHead);
    push(text: string): string;
    end(): string;
    fail({ error }: ErrorBody): string;
    private start;
    private convert;
    private addText;
    private addCall;
    private open;
    /** Ends the item that is written now. */
    private close;
    private place;
    private event;
}
export {};
