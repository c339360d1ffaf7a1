import { findMediaType } from "./media-type.ts";

/** The size of an image, or of a cell of a terminal, in pixels. */
export interface PixelSize {
	width: number;
	height: number;
}

/** Returns the size that the header of a PNG, JPEG, GIF, BMP or WebP states; undefined for other files, and damaged ones. */
export function readImageSize(bytes: Uint8Array): PixelSize | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const read = READERS[findMediaType(bytes)];
	return read && bytes.length >= read.bytes ? read.size(view) : undefined;
}

/** Type → minimum bytes of its header, and its reader. */
const READERS: Readonly<Record<string, { bytes: number; size(view: DataView): PixelSize | undefined }>> = {
	"image/png": { bytes: 24, size: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }) },
	"image/gif": { bytes: 10, size: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }) },
	"image/bmp": {
		bytes: 26,
		// Negative for rows that start at the top.
		size: (view) => ({ width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }),
	},
	"image/webp": { bytes: 30, size: readWebp },
	"image/jpeg": { bytes: 11, size: readJpeg },
};

function readWebp(view: DataView): PixelSize {
	const kind = String.fromCharCode(view.getUint8(15));
	if (kind === "X") {
		const read24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
		return { width: read24(24) + 1, height: read24(27) + 1 };
	}
	if (kind === "L") {
		const bits = view.getUint32(21, true);
		return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
	}
	return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The first segment that describes a frame has the size. */
function readJpeg(view: DataView): PixelSize | undefined {
	for (let at = 2; at + 9 <= view.byteLength; ) {
		if (view.getUint8(at) !== 0xff) return undefined;
		const marker = view.getUint8(at + 1);
		// Bytes 0xff may fill up the space between two segments.
		if (marker === 0xff) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		at += 2 + view.getUint16(at + 2);
	}
	return undefined;
}
