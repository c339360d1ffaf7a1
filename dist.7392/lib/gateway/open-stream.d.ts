import { type PieceReader, type WireRequest } from "../http/index.ts";
import type { Attempting } from "./call.ts";
import type { Session } from "./session.ts";
import { EventText } from "./sse.ts";
import { type StreamSigns } from "./stream-checks.ts";
/** A stream of a provider after its first token. */
export interface OpenedStream {
    /** Whole events that have come so far. */
    head: string;
    events: EventText;
    pieces: PieceReader;
    wire: WireRequest;
    response: Response;
    isEnded: boolean;
    signs: StreamSigns;
}
/** Sends a request and waits for the first token of its answer. */
export declare function openStream(session: Session, attempting: Attempting, args: Readonly<Record<string, unknown>>, firstTokenTimeout: number): Promise<OpenedStream>;
/** As `openStream` for a request that is built. */
export declare function openRequest(wire: WireRequest, attempting: Attempting, firstTokenTimeout: number, signs: StreamSigns): Promise<OpenedStream>;
