import { createRandom, type Random } from "../random.ts";
import { matchWords } from "../text/words.ts";
import { Canvas, type Point } from "./canvas.ts";
import { COLORS, type Color, darken, findColors, lighten, mix, parseColor } from "./colors.ts";
import settings from "./data/settings.json" with { type: "json" };
import { drawFigure, FIGURES, type Figure } from "./figures.ts";
import type { Pixels } from "./pixels.ts";

export interface ImageOptions {
	width: number;
	height: number;
	seed: string | number;
}

/** Colors of the sky at its top and at the horizon, and of the ground, which begins at `horizon` hundredths. */
type Setting = (typeof settings)["meadow"];

const LANDS: Readonly<Record<string, (canvas: Canvas, random: Random, horizon: number) => void>> = {
	hills: drawHills,
	mountains: drawMountains,
	skyline: drawSkyline,
	snow: drawSnow,
	waves: drawWaves,
};

/** Draws what a prompt names: a scene and objects, in the named colors. The same prompt and seed repeat it. */
export function generateImage(prompt: string, { width, height, seed }: ImageOptions): Pixels {
	const random = createRandom("picture", prompt, seed);
	const canvas = new Canvas(width, height);
	const setting: Setting = settings.places.find(({ words }) => matchWords(words).test(prompt)) ?? settings.meadow;
	const figures = FIGURES.filter(({ words }) => matchWords(words).test(prompt)).slice(0, 4);
	const colors = findColors(prompt);
	// Without anything to draw the colors are all there is.
	const wash = figures.length === 0 && colors[0] ? colors[0] : undefined;
	const tint = (hex: string): Color => {
		const color = parseColor(hex);
		return mix(wash ? mix(wash, color, 0.12) : color, [random.below(255), random.below(255), random.below(255)], 0.06);
	};
	const horizon = setting.horizon + random.below(7) - 3;
	canvas.gradient(tint(setting.zenith), tint(setting.haze), 0, horizon + 1);
	if (setting.stars) drawStars(canvas, random, horizon);
	drawLight(canvas, random, setting);
	if (setting.light === "sun") drawClouds(canvas, random);
	const ground = tint(setting.ground);
	canvas.gradient(ground, darken(ground, 0.3), horizon, 100);
	LANDS[setting.land]?.(canvas, random, horizon);
	drawFigures(canvas, random, prompt, figures, horizon);
	if (figures.length === 0) drawShapes(canvas, random, colors);
	return canvas.pixels;
}

function drawFigures(
	canvas: Canvas,
	random: Random,
	prompt: string,
	figures: readonly Figure[],
	horizon: number,
): void {
	for (const [index, figure] of figures.entries()) {
		const at = matchWords(figure.words).exec(prompt)?.index ?? 0;
		// The color named before the object: "a red car", "a blue old house".
		const color = findColors(prompt.slice(0, at).trim().split(/\s+/).slice(-2).join(" ")).at(-1);
		const place = (canvas.width * (index + 1)) / (figures.length + 1) + (random.next() - 0.5) * 12;
		const size = Math.min(figures.length === 1 ? 48 : 36, canvas.width * 0.6) + random.below(8);
		drawFigure(canvas, figure, [place, Math.min(97, horizon + 16 + random.below(10))], size, color);
	}
}

function drawShapes(canvas: Canvas, random: Random, colors: readonly Color[]): void {
	const palette = colors.length > 0 ? colors : Object.values(COLORS);
	for (let count = 5 + random.below(5); count > 0; count--) {
		const paint = palette[random.below(palette.length)] ?? [128, 128, 128];
		const at: Point = [random.next() * canvas.width, 15 + random.next() * 70];
		const size = 6 + random.next() * 16;
		const shade = random.next() < 0.5 ? lighten(paint, random.next() * 0.4) : darken(paint, random.next() * 0.3);
		if (random.next() < 0.6) canvas.ellipse(at, size, size * (0.6 + random.next() * 0.5), shade, 0.75);
		else canvas.polygon([at, [at[0] + size, at[1] + size * 1.5], [at[0] - size, at[1] + size * 1.2]], shade, 0.75);
	}
}

function drawLight(canvas: Canvas, random: Random, { light, zenith, haze }: Setting): void {
	if (light === "none") return;
	const at: Point = [canvas.width * (0.15 + random.next() * 0.7), 14 + random.below(16)];
	const paint: Color = light === "sun" ? [255, 226, 120] : [240, 240, 225];
	canvas.ellipse(at, 12, 12, paint, 0.18);
	canvas.ellipse(at, 7, 7, paint);
	if (light === "moon")
		canvas.ellipse([at[0] + 3, at[1] - 1.5], 5.6, 5.6, mix(parseColor(zenith), parseColor(haze), 0.3));
}

function drawStars(canvas: Canvas, random: Random, horizon: number): void {
	for (let count = 60; count > 0; count--) {
		const size = 0.15 + random.next() * 0.35;
		canvas.ellipse([random.next() * canvas.width, random.next() * horizon], size, size, [255, 250, 230]);
	}
}

function drawClouds(canvas: Canvas, random: Random): void {
	for (let count = 2 + random.below(3); count > 0; count--) {
		const x = random.next() * canvas.width;
		const y = 10 + random.next() * 25;
		for (let puff = 0; puff < 4; puff++) {
			canvas.ellipse([x + puff * 5 - 8, y + random.next() * 2], 5, 2.6 + random.next() * 1.6, [255, 255, 255], 0.7);
		}
	}
}

function drawHills(canvas: Canvas, random: Random, horizon: number): void {
	const base: Color = [canvas.pixels.data.at(-4) ?? 0, canvas.pixels.data.at(-3) ?? 0, canvas.pixels.data.at(-2) ?? 0];
	for (let layer = 0; layer < 3; layer++) {
		const start = random.next() * 6;
		const height = 8 - layer * 1.5;
		const top = horizon + layer * 9;
		const points = Array.from({ length: 41 }, (_, index): Point => {
			const x = (index / 40) * canvas.width;
			return [x, top - height * (0.5 + 0.5 * Math.sin(x / (14 + layer * 6) + start))];
		});
		canvas.polygon([[0, 101], ...points, [canvas.width, 101]], lighten(base, 0.32 - layer * 0.12));
	}
}

function drawMountains(canvas: Canvas, random: Random, horizon: number): void {
	for (let peak = 0; peak < 5; peak++) {
		const x = (peak / 4) * canvas.width + (random.next() - 0.5) * 15;
		const height = 26 + random.below(20);
		const half = height * 0.85;
		const rock = mix([95, 105, 120], [130, 140, 155], random.next());
		const point = (right: number, up: number): Point => [x + half * right, horizon - height * up];
		canvas.polygon([point(-1, -0.04), point(0, 1), point(1, -0.04)], rock);
		const snow = [point(-0.28, 0.72), point(0, 1), point(0.28, 0.72), point(0.08, 0.8), point(-0.08, 0.7)];
		canvas.polygon(snow, [245, 248, 252]);
	}
}

function drawWaves(canvas: Canvas, random: Random, horizon: number): void {
	for (let row = 0; row < 6; row++) {
		const y = horizon + 4 + row * 6;
		for (let count = 0; count < 7; count++) {
			const x = random.next() * canvas.width;
			canvas.ellipse([x, y], 5 + row, 0.35 + row * 0.08, [235, 248, 252], 0.5);
		}
	}
}

function drawSnow(canvas: Canvas, random: Random): void {
	for (let count = 90; count > 0; count--) {
		const size = 0.3 + random.next() * 0.6;
		canvas.ellipse([random.next() * canvas.width, random.next() * 100], size, size, [255, 255, 255], 0.9);
	}
}

function drawSkyline(canvas: Canvas, random: Random, horizon: number): void {
	for (let x = 0; x < canvas.width; ) {
		const width = 7 + random.below(9);
		const height = 18 + random.below(34);
		const wall = mix([60, 70, 90], [120, 115, 125], random.next());
		canvas.rectangle(x, horizon - height, x + width - 0.6, horizon + 1, wall);
		for (let y = horizon - height + 2.5; y < horizon - 3; y += 4.5) {
			for (let window = x + 1.4; window < x + width - 2.4; window += 2.8) {
				if (random.next() < 0.6) canvas.rectangle(window, y, window + 1.3, y + 2.2, [250, 225, 150]);
			}
		}
		x += width;
	}
}
