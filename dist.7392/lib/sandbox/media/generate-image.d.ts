import type { Pixels } from "./pixels.ts";
export interface ImageOptions {
    width: number;
    height: number;
    seed: string | number;
    /** Moment of a video, from 0 to 1; 0 for a still image. */
    time?: number;
}
/** Draws what a prompt names: a scene and objects, in the colors it asks for. The same prompt and seed repeat it. */
export declare function generateImage(prompt: string, { width, height, seed, time }: ImageOptions): Pixels;
