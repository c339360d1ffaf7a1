import { captionImage } from "./analyze-image.ts";
import { readDataUrl } from "./data-url.ts";
import { readImage } from "./read-image.ts";

/** Describes an image in a message: the content of a data URL; of other URLs only where they point. */
export async function describeImage(href: string): Promise<string> {
	const data = readDataUrl(href);
	if (!data) {
		const { host, pathname } = new URL(href);
		return `The image is at ${host}, named ${pathname.split("/").at(-1) || "nothing"}; the sandbox has no network to look at it.`;
	}
	const image = await readImage(data.bytes);
	const size = `${data.bytes.length} bytes`;
	if (!image)
		return `The image is a file of ${size} that calls itself ${data.type || "nothing"} and that I cannot open.`;
	const what = image.description === undefined ? "is" : "shows";
	return `The image ${what} ${captionImage(image)} (${image.info.format.toUpperCase()}, ${image.info.width} × ${image.info.height}, ${size}).`;
}
