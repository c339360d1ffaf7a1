import { type Reply } from "./reply.ts";
/** An error as clients of the OpenAI API read it. */
export interface ErrorBody {
    error: {
        message: string;
        type: string;
        code: string | null;
        param: string | null;
    };
}
export interface ErrorDetails {
    code?: string | null | undefined;
    /** The field of the request that is wrong. */
    param?: string | null | undefined;
    type?: string | undefined;
    /** Seconds after which it makes sense to try again. */
    retryAfter?: number | undefined;
    headers?: Readonly<Record<string, string>> | undefined;
}
/** A request that ends with an error response. */
export declare class GatewayError extends Error {
    readonly status: number;
    readonly details: ErrorDetails;
    constructor(status: number, message: string, details?: ErrorDetails);
    toBody(): ErrorBody;
    toReply(headers?: Readonly<Record<string, string>>): Reply;
}
/** A field of the request that is missing or wrong. */
export declare function invalid(message: string, param?: string | null, code?: string): GatewayError;
