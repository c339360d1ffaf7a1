import type { ColorLevel } from "./process-io.ts";

const STYLES = [
	"bold",
	"dim",
	"italic",
	"underline",
	"strikethrough",
	"inverse",
	"red",
	"green",
	"yellow",
	"blue",
	"magenta",
	"cyan",
	"gray",
] as const;

export type StyleName = (typeof STYLES)[number];

/** Wraps text in the codes of a style. */
export type Style = (text: string) => string;

/** The styles the program uses; at level 0 they change nothing. */
export type Colors = { readonly level: ColorLevel } & Readonly<Record<StyleName, Style>>;

/** Colors for a stream without any, so that most runs in scripts need not load chalk. */
export const PLAIN: Colors = {
	level: 0,
	...(Object.fromEntries(STYLES.map((style) => [style, (text: string) => text])) as Record<StyleName, Style>),
};

export async function loadColors(level: ColorLevel): Promise<Colors> {
	const { Chalk } = await import("chalk");
	const chalk = new Chalk({ level });
	return {
		...PLAIN,
		...Object.fromEntries(STYLES.map((style) => [style, (text: string) => chalk[style](text)])),
		level,
	};
}
