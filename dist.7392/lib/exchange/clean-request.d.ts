import type { Bytes, ExchangeRequest, Json } from "./exchange.ts";
import type { ReadPart, ReadRequest } from "./read-request.ts";
import type { Secrets } from "./secrets.ts";
/** A request body without secrets, by its kind. */
export type CleanBody = {
    kind: "none";
} | {
    kind: "json";
    value: Json;
} | {
    kind: "text";
    text: string;
} | {
    kind: "form";
    parts: ReadPart[];
} | {
    kind: "bytes";
    bytes: Uint8Array<ArrayBuffer>;
};
/** A request without secrets: what is compared and written. */
export interface CleanRequest {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: CleanBody;
}
/** Files that stand beside a recording. */
export interface Files {
    /** Keeps bytes in a file and returns how a recording refers to it. */
    put(bytes: Uint8Array<ArrayBuffer>, type: string | undefined): Bytes;
}
export declare function cleanRequest(request: ReadRequest, secrets: Secrets): CleanRequest;
/** The request as a recording holds it. */
export declare function storeRequest({ body, ...request }: CleanRequest, files: Files): ExchangeRequest;
/** Small bytes as base64, large ones beside. */
export declare function storeBytes(bytes: Uint8Array<ArrayBuffer>, type: string | undefined, files: Files): Bytes;
/** The request of a recording. */
export declare function loadRequest({ body, ...request }: ExchangeRequest, readFile: (name: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<CleanRequest>;
/** Bytes that a recording holds or refers to. */
export declare function loadBytes(bytes: Bytes, readFile: (name: string) => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>>;
