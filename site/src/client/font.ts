import inter from "@fonts/inter/files/inter-latin-wght-normal.woff2?url";
import { afterPaint } from "./after-paint.ts";

const LOADED = "hub:font";

/** Loads the font of the site: after the first paint of the first page, and at once when it comes from the cache. */
export function loadFont() {
	if (wasLoaded()) void load();
	else afterPaint(load);
}

async function load(): Promise<void> {
	const font = new FontFace("Inter", `url("${inter}")`, { weight: "100 900" });
	try {
		document.fonts.add(await font.load());
		localStorage.setItem(LOADED, "true");
	} catch {
		// The font could not be loaded, or storage is switched off.
	}
}

function wasLoaded() {
	try {
		return localStorage.getItem(LOADED) !== null;
	} catch {
		return false;
	}
}
