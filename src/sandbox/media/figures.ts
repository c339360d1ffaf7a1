import type { Canvas, Point } from "./canvas.ts";
import { type Color, parseColor } from "./colors.ts";
import figures from "./data/figures.json" with { type: "json" };

/**
 * An object that the sandbox draws for the words that name it, `height` units high. A shape is its kind, its color, and
 * its coordinates: corners, the ends and thickness of a line, or the center and radii of an ellipse.
 */
export type Figure = (typeof figures)[number];

export const FIGURES: readonly Figure[] = figures;

/**
 * Draws an object.
 * @param foot the middle of its foot
 * @param size its height on the canvas
 * @param paint default: its usual one
 */
export function drawFigure(canvas: Canvas, figure: Figure, foot: Point, size: number, paint?: Color): void {
	const unit = size / figure.height;
	const own = paint ?? parseColor(figure.color);
	const place = (x: number, y: number): Point => [foot[0] + x * unit, foot[1] + y * unit];
	for (const [kind, color = "", ...words] of figure.shapes.map((shape) => shape.split(" "))) {
		const at = words.map(Number);
		const [a = 0, b = 0, c = 0, d = 0, thickness = 0] = at;
		const shade = parseColor(color, own);
		if (kind === "ellipse") canvas.ellipse(place(a, b), c * unit, d * unit, shade);
		else if (kind === "line") canvas.line(place(a, b), place(c, d), thickness * unit, shade);
		else {
			const corners = at.flatMap((x, index) => (index % 2 === 0 ? [place(x, at[index + 1] ?? 0)] : []));
			canvas.polygon(corners, shade);
		}
	}
}
