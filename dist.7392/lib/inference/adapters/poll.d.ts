import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { ProviderResponse } from "../types.ts";
/** One GET about a job. */
export interface Question {
    /**
     * Where to ask. A string is a path below the provider's base URL; the headers of the first request go along.
     * A URL may be anywhere; it is asked with its own headers, without credentials.
     */
    target: string | {
        url: unknown;
        headers: Record<string, string>;
    };
    /** Errors show the headers. */
    showHeaders?: true;
    /** Error for a response that is no success; `{status}` stands for its status. */
    failed: string;
    /** Error for a response that is not JSON, and for a target that must not be asked; `{json}` stands for the text. */
    malformed: string;
}
/**
 * Sends a GET for the state or the result of a job.
 * @returns the JSON value
 * @throws ProviderOutputError where the target leads away from the provider
 */
export declare function ask(previous: ProviderResponse, question: Question): Promise<unknown>;
/**
 * Returns the path and query of a URL in a response; undefined where it is no http(s) URL. Its host does not matter.
 */
export declare function pathOf(url: unknown): string | undefined;
/** Returns an id from a response as one segment of a path. */
export declare function segment(id: unknown): string;
/** How a job is followed to its end. */
export interface Poll<Result> extends Omit<Question, "target"> {
    /** Where to ask, or where to ask at each poll, counted from 0. */
    target: Question["target"] | ((attempt: number) => Question["target"]);
    /** Pause before each poll, in milliseconds. */
    interval: number;
    /** Without a pause before the first poll. */
    atOnce?: true;
    /** Most polls. Default: no limit. */
    limit?: number;
    /** Error after the last poll, of which it is given the state. */
    exhausted?: (status: unknown) => string;
    /** Where the response states the job's status. */
    status: string[];
    /** The result; undefined while there is none. Throws when there will be none. */
    read(data: unknown, status: unknown): Result | undefined;
}
/**
 * Asks until the job is done. The caller's signal ends pauses and requests alike.
 * @throws ProviderApiError when a poll fails; ProviderOutputError when the job fails or its polls run out
 */
export declare function poll<Result>(response: ProviderResponse, job: Poll<Result>): Promise<Result>;
/** Returns the error for a job that ended without a result. */
export declare function jobFailed(message: string): InferenceClientProviderOutputError;
