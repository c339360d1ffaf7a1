/** An image: four bytes per pixel (red, green, blue, opacity), row by row. */
export interface Pixels {
	width: number;
	height: number;
	data: Uint8ClampedArray<ArrayBuffer>;
}

export function createPixels(width: number, height: number): Pixels {
	return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}

/** Returns the image at another size; neighboring colors are not mixed. */
export function resize(pixels: Pixels, width: number, height: number): Pixels {
	if (pixels.width === width && pixels.height === height) return { width, height, data: pixels.data.slice() };
	const { data } = createPixels(width, height);
	const sources = Int32Array.from({ length: width }, (_, x) => 4 * findSource(x, width, pixels.width));
	let above = -1;
	for (let y = 0, to = 0; y < height; y++) {
		const source = findSource(y, height, pixels.height);
		if (source === above) {
			data.copyWithin(to, to - width * 4, to);
			to += width * 4;
			continue;
		}
		above = source;
		const row = source * pixels.width * 4;
		for (const column of sources) {
			const from = row + column;
			data[to++] = pixels.data[from] ?? 0;
			data[to++] = pixels.data[from + 1] ?? 0;
			data[to++] = pixels.data[from + 2] ?? 0;
			data[to++] = pixels.data[from + 3] ?? 0;
		}
	}
	return { width, height, data };
}

/** Returns which of the pixels along a side becomes one of the pixels of a new length. */
function findSource(at: number, length: number, oldLength: number): number {
	return Math.min(oldLength - 1, Math.floor(((at + 0.5) * oldLength) / length));
}

/** Maps the three colors of each pixel. */
export function mapColors(
	pixels: Pixels,
	change: (red: number, green: number, blue: number, x: number, y: number) => readonly [number, number, number],
): Pixels {
	const result: Pixels = { ...pixels, data: pixels.data.slice() };
	const { width, data } = result;
	for (let at = 0, x = 0, y = 0; at < data.length; at += 4) {
		const [red, green, blue] = change(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, x, y);
		data[at] = red;
		data[at + 1] = green;
		data[at + 2] = blue;
		if (++x < width) continue;
		x = 0;
		y++;
	}
	return result;
}
