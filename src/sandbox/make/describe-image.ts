import { readDataUrl } from "./base64.ts";
import { readImageInfo } from "./image-info.ts";

/** What can be said of an image in a message: of a data URL its kind and size, of an address only that. */
export function describeImage(address: string): string {
	const data = readDataUrl(address);
	if (!data) {
		const { host, pathname } = new URL(address);
		return `The image is at ${host}, named ${pathname.split("/").at(-1) || "nothing"}; the sandbox has no network to look at it.`;
	}
	const info = readImageInfo(data.bytes);
	const size = `${data.bytes.length} bytes`;
	if (!info)
		return `The image is a file of ${size} that calls itself ${data.type || "nothing"} and that I cannot open.`;
	return `The image is a ${info.format.toUpperCase()} of ${info.width} × ${info.height} pixels (${size}).`;
}
