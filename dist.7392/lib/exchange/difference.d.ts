import type { CanonicalRequest } from "./canonical.ts";
import type { Json } from "./exchange.ts";
/** The first field in which two requests differ; a value that one of them lacks is undefined. */
export interface Difference {
    /** Dotted, such as `body.messages.0.content`. */
    field: string;
    recorded: Json | undefined;
    requested: Json | undefined;
}
/** How far two requests are apart, and the first field that differs; undefined where none does. */
export declare function compareRequests(recorded: CanonicalRequest, requested: CanonicalRequest): {
    distance: number;
    first: Difference;
} | undefined;
