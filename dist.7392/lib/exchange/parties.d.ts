import type { Parties } from "./exchange.ts";
/** What a URL alone tells of whom a request is for. */
export interface Place {
    task: string | null;
    /** The model in the path. */
    model: string | null;
    provider: string | null;
    routed: boolean;
    host: string;
    /** The router's chat: a suffix of the model names the provider. */
    hasSuffix: boolean;
}
/** Reads a URL; most calls of a program go to a few. */
export declare const findPlace: (href: string) => Place;
/** Whom a request is for, as far as its URL and its JSON body tell. */
export declare function findParties(href: string, body: unknown): Parties;
