import type { Canvas, Point } from "./canvas.ts";
import { type Color } from "./colors.ts";
/** Draws one object: `at` is the middle of its foot, `size` its height. */
export type Figure = (canvas: Canvas, at: Point, size: number, color: Color) => void;
/** Words of a prompt, what they make the sandbox draw, and its color where none is named. */
export declare const FIGURES: readonly (readonly [words: RegExp, figure: Figure, color: Color])[];
