/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Colors with a name. */
export const COLORS: Readonly<Record<string, Color>> = {
	red: [214, 48, 49],
	orange: [240, 140, 40],
	yellow: [246, 211, 60],
	green: [64, 160, 80],
	turquoise: [48, 180, 170],
	blue: [52, 110, 210],
	violet: [130, 80, 190],
	purple: [120, 60, 170],
	pink: [240, 130, 170],
	brown: [130, 85, 50],
	black: [25, 25, 28],
	white: [246, 246, 244],
	grey: [140, 142, 148],
	gold: [214, 170, 60],
};
const NAMED_COLORS = Object.entries(COLORS);
const ALIASES: Readonly<Record<string, string>> = {
	gray: "grey",
	golden: "gold",
	teal: "turquoise",
	cyan: "turquoise",
	silver: "grey",
	crimson: "red",
	scarlet: "red",
	magenta: "pink",
	beige: "gold",
};

/** Returns the colors that a text names, in order. */
export function findColors(text: string): Color[] {
	return (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => {
		const color = COLORS[ALIASES[word] ?? word];
		return color ? [color] : [];
	});
}

/** Returns the name of the color nearest to one. */
export function nameColor([red, green, blue]: Color): string {
	let best = "grey";
	let least = Number.POSITIVE_INFINITY;
	for (const [name, [r, g, b]] of NAMED_COLORS) {
		// Differences of hue weigh more than those of brightness.
		const light = (red + green + blue - r - g - b) / 3;
		const distance = light ** 2 * 0.6 + (red - r - light) ** 2 + (green - g - light) ** 2 + (blue - b - light) ** 2;
		if (distance >= least) continue;
		best = name;
		least = distance;
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
