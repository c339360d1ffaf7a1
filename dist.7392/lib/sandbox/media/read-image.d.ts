import { type ImageInfo } from "./image-info.ts";
import { type Pixels } from "./pixels.ts";
/** An image of a request. */
export interface ReceivedImage {
    info: ImageInfo;
    /** Its pixels; of formats the sandbox cannot open, colors made from the bytes of the file. */
    pixels: Pixels;
    /** Whether the pixels are its own. */
    opened: boolean;
    /** Number of bytes. */
    size: number;
    /** Description of the image, if the sandbox generated it. */
    description: string | undefined;
}
/** Opens an image; undefined when the bytes are not an image. */
export declare function readImage(bytes: Uint8Array<ArrayBuffer>): Promise<ReceivedImage | undefined>;
