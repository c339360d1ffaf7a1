import { type Color } from "./colors.ts";
import { type Pixels } from "./pixels.ts";
/** A point; the canvas is 100 high, and as wide as its shape makes it. */
export type Point = readonly [x: number, y: number];
/** Draws filled shapes with smooth edges. Coordinates run from 0 to 100 downwards and from 0 to `width` to the right. */
export declare class Canvas {
    #private;
    readonly pixels: Pixels;
    /** Width where the height is 100. */
    readonly width: number;
    constructor(width: number, height: number);
    /** Fills a band from one color to another. */
    gradient(from: Color, to: Color, top?: number, bottom?: number): void;
    ellipse(center: Point, radiusX: number, radiusY: number, color: Color, opacity?: number): void;
    rectangle(left: number, top: number, right: number, bottom: number, color: Color, opacity?: number): void;
    line(from: Point, to: Point, thickness: number, color: Color): void;
    /** Fills a polygon; where it crosses itself, holes stay. */
    polygon(points: readonly Point[], color: Color, opacity?: number): void;
}
