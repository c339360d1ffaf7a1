import { type CanonicalRequest } from "./canonical.ts";
import { type CleanRequest } from "./clean-request.ts";
import { type RawChunk } from "./clean-response.ts";
import { type Parties, type Recording } from "./exchange.ts";
import type { ReadRequest } from "./read-request.ts";
import type { Secrets } from "./secrets.ts";
/** One request as a recorder sees it. */
export interface Sighting {
    request: ReadRequest;
    /** When it was sent, in milliseconds since 1970. */
    started: number;
    response?: Response;
    firstMs: number | null;
    totalMs: number;
    chunks: RawChunk[];
    /** The request failed, or its body was cut. */
    error?: unknown;
}
/** Facts about a recording that its request does not tell. */
export type Facts = Partial<Parties> & {
    command?: string | undefined;
};
/** A request ready to be compared and named. */
export interface NamedRequest {
    clean: CleanRequest;
    canonical: CanonicalRequest;
    key: string;
    /** Name of its recordings, without number and ending. */
    base: string;
    parties: Parties;
}
export declare function nameRequest(request: ReadRequest, secrets: Secrets): Promise<NamedRequest>;
/** The number in the name of a recording of a request; undefined for other names. */
export declare function recordingNumber(base: string, name: string): number | undefined;
/**
 * The files of a recording, the recording itself last.
 * @throws SecretFoundError where a secret cannot be removed
 */
export declare function writeRecording(sighting: Sighting, { clean, base, parties }: NamedRequest, number: number, facts: Facts, secrets: Secrets): Promise<Map<string, Uint8Array<ArrayBuffer>>>;
/** @throws SyntaxError naming the file where it is no recording */
export declare function parseRecording(text: string, name: string): Recording;
