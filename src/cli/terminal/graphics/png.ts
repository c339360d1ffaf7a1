import { PNG } from "pngjs";
import type { Pixels } from "./pixels.ts";

export function decodePng(bytes: Uint8Array): Pixels {
	return PNG.sync.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

export function encodePng({ width, height, data }: Pixels): Uint8Array {
	const png = new PNG({ width, height });
	png.data.set(data);
	return PNG.sync.write(png);
}
