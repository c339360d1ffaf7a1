import { Fields } from "../body.ts";
import { type ReceivedImage } from "../media/read-image.ts";
import type { IncomingCall } from "../types.ts";
/** Bytes that are made when they are wanted. */
export interface Media {
    type: string;
    extension: string;
    make(): Promise<Uint8Array<ArrayBuffer>>;
}
export interface Size {
    width: number;
    height: number;
}
/** Offers a file for download. It is made for each download: keeping videos would cost more memory. @returns its URL */
export declare function storeFile({ state, fileUrl }: IncomingCall, media: Media): string;
/** Generates an image for a prompt. */
export declare function imageOf({ state }: IncomingCall, prompt: string, fields: Fields): Media;
/** Edits an image as a prompt asks. */
export declare function editOf({ state }: IncomingCall, image: ReceivedImage, prompt: string, model: string, fields: Fields): Media;
/** Generates a video for a prompt, or from a first image. */
export declare function videoOf({ state }: IncomingCall, prompt: string, image: ReceivedImage | undefined, fields: Fields): Media;
/** Speaks a text. */
export declare function speechOf(text: string, voice: string): Media;
/** Generates music for a prompt. */
export declare function musicOf({ state }: IncomingCall, prompt: string, fields: Fields): Media;
/**
 * Returns a file in a request: a data URL, the URL of a file of this sandbox, or bare base64.
 * @throws ServiceFailure when it is something else
 */
export declare function receiveFile({ state }: IncomingCall, value: unknown, field: string): Promise<Uint8Array<ArrayBuffer>>;
/** @throws ServiceFailure when it is not an image */
export declare function receiveImage(incoming: IncomingCall, value: unknown, field: string): Promise<ReceivedImage>;
/** @throws ServiceFailure when the bytes are not an image */
export declare function openImage(bytes: Uint8Array<ArrayBuffer>, field: string): Promise<ReceivedImage>;
/** @throws ServiceFailure 413 when a file has more bytes than the sandbox opens */
export declare function checkFileSize(bytes: number, field: string): void;
