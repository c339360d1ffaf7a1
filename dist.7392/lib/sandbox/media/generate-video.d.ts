import { type Pixels } from "./pixels.ts";
export interface VideoOptions {
    width: number;
    height: number;
    frames: number;
    framesPerSecond: number;
    seed: string | number;
}
/** Generates a video of what a prompt names; its figures move. */
export declare function generateVideo(prompt: string, { width, height, frames, framesPerSecond, seed }: VideoOptions): Uint8Array<ArrayBuffer>;
/** Generates a video that begins with an image and slowly zooms in. */
export declare function animateImage(image: Pixels, { width, height, frames, framesPerSecond }: VideoOptions): Uint8Array<ArrayBuffer>;
