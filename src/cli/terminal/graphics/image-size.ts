import type { Size } from "./pixels.ts";

/** The size in an image's header, without decoding it; undefined for unknown formats. */
export function readImageSize(bytes: Uint8Array): Size | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const startsWith = (text: string, at = 0): boolean =>
		String.fromCharCode(...bytes.subarray(at, at + text.length)) === text;
	if (startsWith("\x89PNG\r\n\x1a\n") && bytes.length >= 24) {
		return { width: view.getUint32(16), height: view.getUint32(20) };
	}
	if (startsWith("GIF8") && bytes.length >= 10) {
		return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
	}
	return startsWith("\xff\xd8") ? readJpegSize(view) : undefined;
}

/** The first segment that describes a frame has the size. */
function readJpegSize(view: DataView): Size | undefined {
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
