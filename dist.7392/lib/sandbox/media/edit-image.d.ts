import { type Pixels } from "./pixels.ts";
export interface EditOptions {
    /** Name of the model: upscalers enlarge the image. */
    model: string;
    width?: number | undefined;
    height?: number | undefined;
    seed: string | number;
}
/**
 * Changes an image as a prompt asks: its light, its colors, its direction. Where the prompt asks for something else, the
 * scene it names is laid over the image, so that both can be seen.
 */
export declare function editImage(pixels: Pixels, prompt: string, { model, width, height, seed }: EditOptions): Pixels;
