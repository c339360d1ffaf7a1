import { type Color, mix } from "./colors.ts";
import { createPixels, type Pixels } from "./pixels.ts";

/** A point; the canvas is 100 high, and as wide as its shape makes it. */
export type Point = readonly [x: number, y: number];

type Edge = readonly [from: Point, to: Point];

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
		this.polygon(
			[
				[left, top],
				[right, top],
				[right, bottom],
				[left, bottom],
			],
			color,
			opacity,
		);
	}

	line(from: Point, to: Point, thickness: number, color: Color): void {
		const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
		const across: Point = [
			((to[1] - from[1]) / length) * (thickness / 2),
			((from[0] - to[0]) / length) * (thickness / 2),
		];
		this.polygon(
			[
				[from[0] + across[0], from[1] + across[1]],
				[to[0] + across[0], to[1] + across[1]],
				[to[0] - across[0], to[1] - across[1]],
				[from[0] - across[0], from[1] - across[1]],
			],
			color,
		);
	}

	/** Fills a polygon; where it crosses itself, holes stay. */
	polygon(points: readonly Point[], color: Color, opacity = 1): void {
		const { width, height } = this.pixels;
		const scaled = points.map(([x, y]): Point => [x * this.#scale, y * this.#scale]);
		const top = Math.max(0, Math.floor(Math.min(...scaled.map(([, y]) => y))));
		const bottom = Math.min(height - 1, Math.ceil(Math.max(...scaled.map(([, y]) => y))));
		const left = Math.max(0, Math.floor(Math.min(...scaled.map(([x]) => x))));
		const right = Math.min(width, Math.ceil(Math.max(...scaled.map(([x]) => x))) + 1);
		const edges = scaled.map((from, index): Edge => [from, scaled[(index + 1) % scaled.length] ?? from]);
		const coverage = new Float32Array(width);
		for (let y = top; y <= bottom; y++) {
			coverage.fill(0, left, right);
			for (let sub = 0; sub < SUB_ROWS; sub++) {
				const crossings = findCrossings(edges, y + (sub + 0.5) / SUB_ROWS);
				for (let index = 0; index + 1 < crossings.length; index += 2) {
					cover(coverage, crossings[index] ?? 0, crossings[index + 1] ?? 0);
				}
			}
			for (let x = left; x < right; x++) {
				const share = ((coverage[x] ?? 0) / SUB_ROWS) * opacity;
				if (share > 0) this.#blend((y * width + x) * 4, color, share);
			}
		}
	}

	#blend(at: number, color: Color, share: number): void {
		const { data } = this.pixels;
		for (let channel = 0; channel < 3; channel++) {
			const old = data[at + channel] ?? 0;
			data[at + channel] = old + ((color[channel] ?? 0) - old) * share;
		}
		data[at + 3] = 255;
	}
}

function findCrossings(edges: readonly Edge[], y: number): number[] {
	const crossings: number[] = [];
	for (const [[x1, y1], [x2, y2]] of edges) {
		if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
	}
	return crossings.sort((a, b) => a - b);
}

/** Adds the covered part of each pixel between two places. */
function cover(coverage: Float32Array, from: number, to: number): void {
	const start = Math.max(0, from);
	const end = Math.min(coverage.length, to);
	for (let x = Math.floor(start); x < end; x++) {
		coverage[x] = (coverage[x] ?? 0) + Math.min(x + 1, end) - Math.max(x, start);
	}
}
