/** Facts in the first bytes of an image. */
export interface ImageInfo {
	format: "png" | "jpeg" | "gif" | "webp" | "bmp";
	width: number;
	height: number;
}

/** Recognizes an image by its first bytes; undefined if the bytes are not an image. */
export function readImageInfo(bytes: Uint8Array): ImageInfo | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const head = String.fromCharCode(...bytes.subarray(0, 16));
	const { length } = bytes;
	if (length >= 24 && head.startsWith("PNG", 1)) {
		return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
	}
	if (length >= 10 && head.startsWith("GIF")) {
		return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
	}
	if (length >= 26 && head.startsWith("BM")) {
		return { format: "bmp", width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
	}
	if (length >= 30 && /^RIFF.{4}WEBP/s.test(head)) return readWebp(view, head.slice(12));
	// Numbers, since a bundle of other bytes than ASCII may be read in another encoding.
	return bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(view) : undefined;
}

function readWebp(view: DataView, kind: string): ImageInfo {
	if (kind === "VP8X") {
		const read24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
		return { format: "webp", width: read24(24) + 1, height: read24(27) + 1 };
	}
	if (kind === "VP8L") {
		const bits = view.getUint32(21, true);
		return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
	}
	return { format: "webp", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Walks the segments of a JPEG to the one that states the size. */
function readJpeg(view: DataView): ImageInfo {
	let at = 2;
	while (at + 9 < view.byteLength) {
		const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : undefined;
		// Fill bytes and markers without a length.
		if (marker === undefined || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { format: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		at += 2 + view.getUint16(at + 2);
	}
	return { format: "jpeg", width: 0, height: 0 };
}
