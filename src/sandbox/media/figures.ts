import type { Canvas, Point } from "./canvas.ts";
import { type Color, parseColor } from "./colors.ts";
import figures from "./data/figures.json" with { type: "json" };

/** An object that the sandbox draws for the words that name it; its shapes are `height` units high. */
export type Figure = (typeof figures)[number];

export const FIGURES: readonly Figure[] = figures;

/**
 * Draws an object.
 * @param foot the middle of its foot
 * @param size its height on the canvas
 * @param color default: its usual one
 */
export function drawFigure(canvas: Canvas, figure: Figure, foot: Point, size: number, color?: Color): void {
	const unit = size / figure.height;
	const own = color ?? parseColor(figure.color);
	const place = (x: number, y: number): Point => [foot[0] + x * unit, foot[1] + y * unit];
	for (const { kind, paint, at } of figure.shapes) {
		const [a = 0, b = 0, c = 0, d = 0, thickness = 0] = at;
		const shade = parseColor(paint, own);
		if (kind === "ellipse") canvas.ellipse(place(a, b), c * unit, d * unit, shade);
		else if (kind === "line") canvas.line(place(a, b), place(c, d), thickness * unit, shade);
		else {
			const corners = at.flatMap((x, index) => (index % 2 === 0 ? [place(x, at[index + 1] ?? 0)] : []));
			canvas.polygon(corners, shade);
		}
	}
}
