import type { ImageOutput } from "../io.ts";
import type { Call, ProviderResponse, TaskAdapter } from "../types.ts";
import type { DownloadError } from "./fetch-file.ts";
/** An image in an answer, in one of the forms services use. */
export interface FoundImage {
    base64?: unknown;
    url?: unknown;
    blob?: Blob;
}
interface GenerationOptions {
    /** Where the image is in the answer. Default: `data[0].b64_json`. */
    find?: (data: unknown) => FoundImage;
    /** Default `v1/images/generations`. */
    route?: string;
}
/**
 * Images from a prompt, made at once.
 * @param error text of the error for an answer of another shape
 */
export declare function imageGenerations(error: string, payload: (call: Call) => object, { find, route }?: GenerationOptions): TaskAdapter<ImageOutput>;
/** `{...parameters, prompt}` */
export declare function promptPayload({ args }: Call): Record<string, unknown>;
/** Returns the first image, as base64 or as a URL. */
export declare function findImage(data: unknown): FoundImage;
/** For services that give a URL when asked: the form to ask for. */
export declare function responseFormat({ outputType }: Call, usual: string): string;
/**
 * Returns an image as `outputType` says.
 * @param whole what `json` returns; default: the answer
 */
export declare function deliverImage(response: ProviderResponse, image: FoundImage, error: string, whole?: unknown, downloadError?: DownloadError): Promise<ImageOutput>;
export {};
