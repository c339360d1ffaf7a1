/** An image: four bytes a pixel (red, green, blue, opacity), row by row. */
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
	const result = createPixels(width, height);
	for (let y = 0; y < height; y++) {
		const sourceY = Math.min(pixels.height - 1, Math.floor(((y + 0.5) * pixels.height) / height));
		for (let x = 0; x < width; x++) {
			const sourceX = Math.min(pixels.width - 1, Math.floor(((x + 0.5) * pixels.width) / width));
			const from = (sourceY * pixels.width + sourceX) * 4;
			result.data.set(pixels.data.subarray(from, from + 4), (y * width + x) * 4);
		}
	}
	return result;
}

/** Maps the three colors of each pixel. */
export function mapColors(
	pixels: Pixels,
	change: (red: number, green: number, blue: number, x: number, y: number) => readonly [number, number, number],
): Pixels {
	const result: Pixels = { ...pixels, data: pixels.data.slice() };
	for (let at = 0, index = 0; at < result.data.length; at += 4, index++) {
		const [red, green, blue] = change(
			result.data[at] ?? 0,
			result.data[at + 1] ?? 0,
			result.data[at + 2] ?? 0,
			index % pixels.width,
			Math.floor(index / pixels.width),
		);
		result.data[at] = red;
		result.data[at + 1] = green;
		result.data[at + 2] = blue;
	}
	return result;
}

/** Returns the parts in one piece. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		result.set(part, at);
		at += part.length;
	}
	return result;
}
