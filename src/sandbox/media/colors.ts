import data from "./data/colors.json" with { type: "json" };

/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Colors with a name. */
export const COLORS: Readonly<Record<string, Color>> = Object.fromEntries(
	Object.entries(data.colors).map(([name, hex]) => [name, parseHex(hex)]),
);
const NAMED_COLORS = Object.entries(COLORS);
const ALIASES: Readonly<Record<string, string>> = data.aliases;

function parseHex(hex: string): Color {
	const [red = 0, green = 0, blue = 0] = (hex.match(/\w\w/g) ?? []).map((digits) => Number.parseInt(digits, 16));
	return [red, green, blue];
}

/**
 * Reads a color of a table: `#d6823c`, `red`, or `own`, lighter or darker by a share: `own+0.2`, `red-0.25`.
 * @param own the color that `own` means
 */
export function parseColor(text: string, own: Color = [0, 0, 0]): Color {
	const [, name = "", share = "0"] = /^([#\w]+)([+-][\d.]+)?$/.exec(text) ?? [];
	const color = name === "own" ? own : (COLORS[name] ?? parseHex(name));
	return Number(share) < 0 ? darken(color, -Number(share)) : lighten(color, Number(share));
}

/** Returns the colors that a text names, in order. */
export function findColors(text: string): Color[] {
	return (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => {
		const color = COLORS[ALIASES[word] ?? word];
		return color ? [color] : [];
	});
}

/** Returns the name of the color nearest to one. */
export function nameColor([red, green, blue]: Color): string {
	let [best, least] = ["grey", Number.POSITIVE_INFINITY];
	for (const [name, [r, g, b]] of NAMED_COLORS) {
		// Differences of hue weigh more than those of brightness.
		const light = (red + green + blue - r - g - b) / 3;
		const distance = light ** 2 * 0.6 + (red - r - light) ** 2 + (green - g - light) ** 2 + (blue - b - light) ** 2;
		if (distance < least) [best, least] = [name, distance];
	}
	return best;
}

/** Returns a color between two; `share` of the second. */
export function mix(a: Color, b: Color, share: number): Color {
	return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

export function darken(color: Color, share: number): Color {
	return mix(color, [0, 0, 0], share);
}

export function lighten(color: Color, share: number): Color {
	return mix(color, [255, 255, 255], share);
}
