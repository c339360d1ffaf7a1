/** Splits the bytes of an event stream at the ends of events: what is returned holds whole events as they came. */
export declare class EventText {
    private readonly decoder;
    private rest;
    /** Characters of the event that is not complete yet. */
    get pending(): number;
    /** The events that are complete now; the empty string where none is. */
    push(bytes: Uint8Array): string;
    /** The rest at the end, closed as an event. */
    end(): string;
}
/** One event as it stands in the text. */
export interface EventBlock {
    /** Its lines, without the empty one. */
    text: string;
    /** Its data; undefined for comments. */
    data: string | undefined;
    event: string | undefined;
}
/** The events of a text of whole events, comments too. */
export declare function splitEvents(text: string): Generator<EventBlock, void, undefined>;
/** The JSON values of the events of a text. */
export declare function readValues(text: string): unknown[];
/** An event with JSON data. */
export declare function formatEvent(value: unknown, event?: string): string;
