import { type Limits } from "./limits.ts";
/**
 * Keeps a file somewhere else than in memory, such as on disk.
 * @param body the file; it fails with a ProviderOutputError above `limits.fileBytes`
 * @param file its content type and URL
 * @returns the result of the call in place of the file in memory
 */
export type StoreFile = (body: ReadableStream<Uint8Array>, file: {
    type: string;
    url: string;
}) => Promise<Blob>;
/**
 * Reads the body as a file.
 * @throws ProviderOutputError if it is larger than `limits.fileBytes`
 */
export declare function readFile(response: Response, limits?: Limits, storeFile?: StoreFile): Promise<Blob>;
