import { type Color, mix } from "./colors.ts";
import { createPixels, type Pixels } from "./pixels.ts";

/** A point; the canvas is 100 high, and as wide as its shape makes it. */
export type Point = readonly [x: number, y: number];

const SUB_ROWS = 4;

/** Draws filled shapes with smooth edges. Coordinates run from 0 to 100 downwards and from 0 to `width` to the right. */
export class Canvas {
	readonly pixels: Pixels;
	/** Width where the height is 100. */
	readonly width: number;
	readonly #scale: number;

	constructor(width: number, height: number) {
		this.pixels = createPixels(width, height);
		this.#scale = height / 100;
		this.width = width / this.#scale;
	}

	/** Fills a band from one color to another. */
	gradient(from: Color, to: Color, top = 0, bottom = 100): void {
		const { width, height, data } = this.pixels;
		const start = Math.max(0, Math.round(top * this.#scale));
		const end = Math.min(height, Math.round(bottom * this.#scale));
		for (let y = start; y < end; y++) {
			const color = mix(from, to, (y - start) / Math.max(1, end - start - 1));
			const row = y * width * 4;
			data.set([...color, 255], row);
			// Doubling the filled part fills a row in a few copies.
			for (let done = 4; done < width * 4; done *= 2) {
				data.copyWithin(row + done, row, row + Math.min(done, width * 4 - done));
			}
		}
	}

	ellipse(center: Point, radiusX: number, radiusY: number, color: Color, opacity = 1): void {
		const points = Array.from({ length: 48 }, (_, index): Point => {
			const angle = (index / 48) * 2 * Math.PI;
			return [center[0] + radiusX * Math.cos(angle), center[1] + radiusY * Math.sin(angle)];
		});
		this.polygon(points, color, opacity);
	}

	rectangle(left: number, top: number, right: number, bottom: number, color: Color, opacity = 1): void {
		const corners = [left, right, right, left].map((x, index): Point => [x, index < 2 ? top : bottom]);
		this.polygon(corners, color, opacity);
	}

	line(from: Point, to: Point, thickness: number, color: Color): void {
		const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
		const acrossX = ((to[1] - from[1]) / length) * (thickness / 2);
		const acrossY = ((from[0] - to[0]) / length) * (thickness / 2);
		const beside = ([x, y]: Point, side: 1 | -1): Point => [x + side * acrossX, y + side * acrossY];
		this.polygon([beside(from, 1), beside(to, 1), beside(to, -1), beside(from, -1)], color);
	}

	/** Fills a polygon; where it crosses itself, holes stay. */
	polygon(points: readonly Point[], color: Color, opacity = 1): void {
		const { width, height } = this.pixels;
		const scaled = points.map(([x, y]): Point => [x * this.#scale, y * this.#scale]);
		const xs = scaled.map(([x]) => x);
		const ys = scaled.map(([, y]) => y);
		const top = Math.max(0, Math.floor(Math.min(...ys)));
		const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
		const left = Math.max(0, Math.floor(Math.min(...xs)));
		const right = Math.min(width, Math.ceil(Math.max(...xs)) + 1);
		if (top > bottom || left >= right) return;
		const { places, counts } = findCrossings(scaled, top, (bottom - top + 1) * SUB_ROWS);
		const coverage = new Float32Array(width);
		for (let y = top, subRow = 0; y <= bottom; y++) {
			coverage.fill(0, left, right);
			for (const end = subRow + SUB_ROWS; subRow < end; subRow++) {
				const first = subRow * points.length;
				const last = first + (counts[subRow] ?? 0) - 1;
				for (let at = first; at < last; at += 2) cover(coverage, places[at] ?? 0, places[at + 1] ?? 0);
			}
			this.#blend(coverage, y, left, right, color, opacity);
		}
	}

	/** Mixes a color into the pixels of a row, as far as each is covered. */
	#blend(coverage: Float32Array, y: number, left: number, right: number, color: Color, opacity: number): void {
		const { width, data } = this.pixels;
		const [red, green, blue] = color;
		for (let x = left, at = (y * width + left) * 4; x < right; x++, at += 4) {
			const share = ((coverage[x] ?? 0) / SUB_ROWS) * opacity;
			if (share <= 0) continue;
			data[at] = mixIn(data[at], red, share);
			data[at + 1] = mixIn(data[at + 1], green, share);
			data[at + 2] = mixIn(data[at + 2], blue, share);
			data[at + 3] = 255;
		}
	}
}

function mixIn(old = 0, color: number, share: number): number {
	return old + (color - old) * share;
}

/**
 * Finds where the sides of a polygon cross each of `count` sub-rows from the row `top` on. Each sub-row has room for one
 * place per side in `places`, sorted from left to right; `counts` says how many it uses.
 */
function findCrossings(
	points: readonly Point[],
	top: number,
	count: number,
): { places: Float64Array; counts: Uint32Array } {
	const places = new Float64Array(count * points.length);
	const counts = new Uint32Array(count);
	const indexBelow = (y: number): number => Math.min(count, Math.max(0, Math.ceil((y - top) * SUB_ROWS - 0.5)));
	for (const [index, [x1, y1]] of points.entries()) {
		const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
		const end = indexBelow(Math.max(y1, y2));
		for (let subRow = indexBelow(Math.min(y1, y2)); subRow < end; subRow++) {
			const y = top + (subRow + 0.5) / SUB_ROWS;
			const x = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
			const first = subRow * points.length;
			const used = counts[subRow] ?? 0;
			let at = first + used;
			for (; at > first && (places[at - 1] ?? 0) > x; at--) places[at] = places[at - 1] ?? 0;
			places[at] = x;
			counts[subRow] = used + 1;
		}
	}
	return { places, counts };
}

/** Adds the covered part of each pixel between two places. */
function cover(coverage: Float32Array, from: number, to: number): void {
	const start = Math.max(0, from);
	const end = Math.min(coverage.length, to);
	const first = Math.floor(start);
	if (first >= end) return;
	const last = Math.ceil(end) - 1;
	coverage[first] = (coverage[first] ?? 0) + Math.min(first + 1, end) - start;
	for (let x = first + 1; x < last; x++) coverage[x] = (coverage[x] ?? 0) + 1;
	if (last > first) coverage[last] = (coverage[last] ?? 0) + end - last;
}
