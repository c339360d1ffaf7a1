import type { Files } from "./clean-request.ts";
import type { Chunk } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";
/** Chunks of a body as they came. */
export type RawChunk = [ms: number, bytes: Uint8Array];
/**
 * The chunks as a recording holds them: with their split points, without secrets.
 * @throws SecretFoundError where the body says a secret that cannot be removed
 */
export declare function cleanChunks(chunks: readonly RawChunk[], type: string | undefined, secrets: Secrets, files: Files): Promise<Chunk[]>;
