/** An image: four bytes a pixel (red, green, blue, opacity), row by row. */
export interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray<ArrayBuffer>;
}
export declare function createPixels(width: number, height: number): Pixels;
/** Returns the image at another size; neighboring colors are not mixed. */
export declare function resize(pixels: Pixels, width: number, height: number): Pixels;
/** Maps the three colors of each pixel. */
export declare function mapColors(pixels: Pixels, change: (red: number, green: number, blue: number, x: number, y: number) => readonly [number, number, number]): Pixels;
/** Returns the parts in one piece. */
export declare function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
