import type { ExcerptText } from "./excerpt.ts";
import type { Usage } from "./exchange.ts";
/** Usage facts of a response. */
export interface ResponseFacts {
    usage: Usage | null;
    /** US dollars, where the response tells what it cost. */
    cost: number | null;
    finishReason: string | null;
    model: string | null;
    id: string | null;
}
/** Reads the facts of a JSON response or a stream of events. */
export declare function readFacts({ head, tail, isWhole }: ExcerptText): ResponseFacts;
/** Reads the facts of a JSON response that was parsed. */
export declare function readValueFacts(value: unknown): ResponseFacts;
/** The tokens a JSON response, or an event of a stream, says it took; services use several forms. */
export declare function readUsage(value: unknown): Usage | null;
/** US dollars that a JSON response tells; null where it does not. */
export declare function readCost(value: unknown): number | null;
/** US dollars that a header of the response tells; null where none does. */
export declare function readCostHeader(headers: Pick<Headers, "get">): number | null;
