/** Facts in the first bytes of an image. */
export interface ImageInfo {
    format: "png" | "jpeg" | "gif" | "webp" | "bmp";
    width: number;
    height: number;
}
/** Recognizes an image by its first bytes; undefined when the bytes are not an image. */
export declare function readImageInfo(bytes: Uint8Array): ImageInfo | undefined;
