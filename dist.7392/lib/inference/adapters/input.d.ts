import type { Args, Transport } from "../types.ts";
/**
 * Loads a binary argument: web URLs (as URL or string) are downloaded without a token; data URLs are decoded.
 * Anything else is returned as it is.
 */
export declare function readInput(value: unknown, transport: Transport): Promise<unknown>;
/** As `readInput`, for services that need to know the type: only a Blob has one. */
export declare function readBlobInput(value: unknown, transport: Transport, error: string): Promise<Blob>;
/** Base64 of a binary argument. */
export declare function encodeInput(value: unknown, transport: Transport): Promise<string>;
/**
 * Data URL of a binary argument.
 * @param untyped type of bytes that have none; default: what the first bytes of an image tell, else `image/png`
 */
export declare function encodeDataUrl(value: unknown, transport: Transport, untyped?: string): Promise<string>;
/** Returns an `encode` that turns `inputs` into a data URL. */
export declare function imageInput(untyped?: string): (args: Args, transport: Transport) => Promise<Args>;
