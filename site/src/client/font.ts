import inter from "@fonts/inter/files/inter-latin-wght-normal.woff2?url";
import mono from "@fonts/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url";
import { afterPaint } from "./after-paint.ts";

const LOADED = "hub:font";

/** Both are under the SIL Open Font License; its texts are in `licenses/` of the site. */
const FONTS = [
	{ family: "Inter", file: inter, weight: "100 900" },
	{ family: "JetBrains Mono", file: mono, weight: "100 800" },
];

/** Loads the fonts of the site: after the first paint of the first page, and at once when it comes from the cache. */
export function loadFont() {
	if (wasLoaded()) void load();
	else afterPaint(load);
}

async function load(): Promise<void> {
	try {
		const fonts = FONTS.map(({ family, file, weight }) => new FontFace(family, `url("${file}")`, { weight }));
		for (const font of await Promise.all(fonts.map((font) => font.load()))) document.fonts.add(font);
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
