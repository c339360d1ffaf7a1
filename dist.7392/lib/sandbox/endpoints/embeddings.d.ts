import { type Fields } from "../body.ts";
import type { IncomingCall } from "../types.ts";
/** Embeddings as OpenAI defined them. */
export declare function answerEmbeddings(incoming: IncomingCall): Promise<Response>;
/**
 * How vectors are wanted: how long, and as numbers or as base64 of little-endian floats.
 * @param count number of texts
 * @throws ServiceFailure for an unknown form
 */
export declare function readEncoding(fields: Fields, count: number): (text: string) => number[] | string;
/** @throws ServiceFailure when the embeddings of so many texts would be too many numbers */
export declare function checkNumbers(count: number, dimensions: number | undefined, field: string): void;
/** Returns the numbers as little-endian floats of 32 bits. */
export declare function toFloatBytes(vector: readonly number[]): Uint8Array<ArrayBuffer>;
