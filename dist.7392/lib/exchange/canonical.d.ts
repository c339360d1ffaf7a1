import type { CleanRequest } from "./clean-request.ts";
import type { Json } from "./exchange.ts";
/** A request in the form in which two are compared: order of keys and query, boundaries and the like are gone. */
export interface CanonicalRequest {
    method: string;
    host: string;
    path: string;
    query: {
        [name: string]: Json;
    };
    body: Json;
}
/**
 * @param ignored dotted paths of fields of the body (`seed`, `messages.0.content`, a form's part), with or without
 *   `body.` in front, or of the query (`query.name`)
 */
export declare function toCanonical(request: CleanRequest, ignored?: readonly string[]): Promise<CanonicalRequest>;
/** The same text for the same request. */
export declare function toKey({ method, host, path, query, body }: CanonicalRequest): string;
/** The hash in a recording's name: ten hexadecimal digits. */
export declare function hashKey(key: string): Promise<string>;
