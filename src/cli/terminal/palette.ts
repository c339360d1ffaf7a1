import type { Style } from "./color.ts";
import type { ColorLevel } from "./process-io.ts";

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Colors that are easy to distinguish, even for most color-blind people, each with a code for terminals with sixteen
 * colors.
 */
const KINDS: readonly { rgb: Rgb; basic: number }[] = [
	{ rgb: [86, 180, 233], basic: 36 },
	{ rgb: [240, 159, 0], basic: 33 },
	{ rgb: [46, 184, 114], basic: 32 },
	{ rgb: [240, 98, 70], basic: 31 },
	{ rgb: [216, 132, 190], basic: 35 },
	{ rgb: [240, 228, 66], basic: 93 },
	{ rgb: [92, 128, 255], basic: 94 },
	{ rgb: [176, 220, 120], basic: 92 },
];

/** Returns the color for a number; colors repeat. */
export function kindColor(index: number): Rgb {
	return kindAt(index).rgb;
}

/** Dark text on the color for a number: a label for an object drawn in that color. */
export function kindStyle(index: number, level: ColorLevel): Style {
	if (level === 0) return (text) => text;
	const { rgb, basic } = kindAt(index);
	const codes =
		level === 1 ? `30;${basic + 10}` : `${colorCode(BLACK, level, "text")};${colorCode(rgb, level, "ground")}`;
	return (text) => `\x1b[${codes}m${text}\x1b[39;49m`;
}

export const BLACK: Rgb = [0, 0, 0];

/** Returns the parameters of the code (SGR) that sets a color: 24 bits at level 3, else one of 256. */
export function colorCode(rgb: Rgb, level: ColorLevel, where: "text" | "ground"): string {
	const code = where === "text" ? 38 : 48;
	return level === 3 ? `${code};2;${rgb.join(";")}` : `${code};5;${nearestOf256(rgb)}`;
}

/** The six steps of the color cube. */
const STEPS = [0, 95, 135, 175, 215, 255];

/** Returns the nearest among the cube (16–231) and the grays (232–255) of terminals with 256 colors. */
export function nearestOf256(rgb: Rgb): number {
	const cube = rgb.map((value) => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40)));
	const [red = 0, green = 0, blue = 0] = cube;
	const grey = Math.max(0, Math.min(23, Math.round((rgb[0] + rgb[1] + rgb[2]) / 30 - 0.8)));
	const distance = (other: readonly number[]): number =>
		rgb.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
	const greyValue = 8 + grey * 10;
	return distance([greyValue, greyValue, greyValue]) < distance(cube.map((step) => STEPS[step] ?? 0))
		? 232 + grey
		: 16 + 36 * red + 6 * green + blue;
}

function kindAt(index: number): { rgb: Rgb; basic: number } {
	return KINDS[index % KINDS.length] ?? { rgb: [128, 128, 128], basic: 90 };
}
