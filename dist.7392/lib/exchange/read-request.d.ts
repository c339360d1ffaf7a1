import type { Fetch } from "../http/index.ts";
/** A part of a form, with the bytes of its file. */
export interface ReadPart {
    name: string;
    content: string | Uint8Array<ArrayBuffer>;
    filename?: string;
    type?: string;
}
/** A request with its body read. */
export interface ReadRequest {
    method: string;
    url: string;
    headers: Headers;
    body: Uint8Array<ArrayBuffer> | ReadPart[] | undefined;
    /** Arguments for `fetch` in place of the original ones: a body that can be read only once is replaced. */
    input: Parameters<Fetch>[0];
    init: RequestInit | undefined;
}
/** Reads what `fetch` was called with, without using it up. */
export declare function readRequest(input: Parameters<Fetch>[0], init: RequestInit | undefined): Promise<ReadRequest>;
