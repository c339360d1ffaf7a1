import { type Pixels } from "./pixels.ts";
import type { ReceivedImage } from "./read-image.ts";
import { type Scored } from "./scores.ts";
/** A color of an image and the share of the image that has it, from 0 to 1. */
export interface ColorShare {
    name: string;
    share: number;
}
/** A connected region of one color; the box is in pixels of the image. */
export interface Region {
    label: string;
    score: number;
    box: {
        xmin: number;
        ymin: number;
        xmax: number;
        ymax: number;
    };
}
/** Returns the colors of an image, the most frequent first. */
export declare function listColors(pixels: Pixels): ColorShare[];
/** Labels an image: the objects its description names, then its colors. Other images have colors only. */
export declare function classifyImage({ pixels, description }: ReceivedImage, count: number): Scored[];
/** Scores how well labels fit an image, by the colors they name or usually have, and by brightness. */
export declare function matchImageLabels(image: ReceivedImage, labels: readonly string[]): Scored[];
/** Connected parts of one color that do not run from edge to edge, as skies and floors do; the largest first. */
export declare function findRegions({ pixels, info, description }: ReceivedImage): Region[];
/** Returns the mask of a color: white on black, in the size of the image. */
export declare function createMask(pixels: Pixels, color: string, width: number, height: number): Pixels;
/** Returns a sentence about an image. */
export declare function captionImage(image: ReceivedImage): string;
/** Answers a question about an image, the best answer first. */
export declare function askImage(question: string, image: ReceivedImage, count: number): {
    answer: string;
    score: number;
}[];
