import { type HttpRequestInfo, type HttpResponseInfo } from "../errors.ts";
import { type StoreFile } from "./file.ts";
import type { Limits } from "./limits.ts";
import { type Fetch } from "./retry.ts";
/** A request ready to be sent. */
export interface WireRequest {
    url: string;
    info: RequestInit & {
        method: string;
        headers: Record<string, string>;
    };
}
/** A successful answer with its body read. */
export interface Answer {
    /** The JSON value of a JSON answer, else a Blob. */
    data: unknown;
    /** The text of an answer that called itself JSON and was not; `data` is then that text too. */
    invalidJson?: string;
    headers: Headers;
}
/**
 * Sends a request once.
 * @returns the answer, its body unread
 * @throws ProviderApiError when the status is not a success
 */
export declare function send(request: WireRequest, fetch: Fetch, options: ErrorTextOptions): Promise<Response>;
/** Throws what a response without success means. */
export declare function refuse(response: Response, request: WireRequest, options: ErrorTextOptions): Promise<never>;
/** How the body of a response is read. */
export interface ReadOptions {
    limits?: Limits | undefined;
    storeFile?: StoreFile | undefined;
}
/**
 * Reads the body of a successful response by its content type.
 * @throws ProviderOutputError when it is larger than `limits` allow
 */
export declare function readAnswer(response: Response, { limits, storeFile }?: ReadOptions): Promise<Answer>;
export interface ErrorTextOptions {
    /** The answer was to be a stream; some texts differ. */
    streaming: boolean;
    /** Start of the text that says "this model cannot chat", used for the option `chatCompletion`. */
    chatFailure?: string | undefined;
    limits?: Limits | undefined;
}
/** Returns the request as an error carries it. */
export declare function describeRequest({ url, info }: WireRequest): HttpRequestInfo;
/** Returns the answer as an error carries it. */
export declare function describeResponse(response: Response, body: unknown): HttpResponseInfo;
/** Whether the content type starts with `type`, in any spelling. */
export declare function isType(headers: Headers, type: string): boolean;
