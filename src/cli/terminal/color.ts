/** How many colors: 0 none, 1 sixteen, 2 256, 3 all. */
export type ColorLevel = 0 | 1 | 2 | 3;

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

/** Wraps text in the codes of a style. */
export type Style = (text: string) => string;

/** The styles the program uses; at level 0 they change nothing. */
export type Colors = { readonly level: ColorLevel } & Readonly<Record<(typeof STYLES)[number], Style>>;

/** Colors for a stream that has none; what most runs of a script use, so that chalk need not be loaded for them. */
export const PLAIN: Colors = {
	level: 0,
	...(Object.fromEntries(STYLES.map((style) => [style, (text: string) => text])) as Record<
		(typeof STYLES)[number],
		Style
	>),
};

/** Colors of a level. */
export async function loadColors(level: ColorLevel): Promise<Colors> {
	const { Chalk } = await import("chalk");
	const chalk = new Chalk({ level });
	return {
		...PLAIN,
		...Object.fromEntries(STYLES.map((style) => [style, (text: string) => chalk[style](text)])),
		level,
	};
}

/** Returns the level of a stream: the flag wins, then `FORCE_COLOR`, then `NO_COLOR`, then what the stream is. */
export function colorLevel(
	output: { readonly isTTY?: boolean | undefined },
	env: Readonly<Record<string, string | undefined>>,
	choice?: boolean,
): ColorLevel {
	if (choice === false) return 0;
	const force = env["FORCE_COLOR"];
	const isRefused = force === "0" || force === "false";
	const isForced = choice === true || (force !== undefined && !isRefused);
	if (!isForced && (isRefused || env["NO_COLOR"] || !output.isTTY || env["TERM"] === "dumb")) return 0;
	if (force === "2" || force === "3") return force === "2" ? 2 : 3;
	if (env["COLORTERM"] === "truecolor" || env["COLORTERM"] === "24bit") return 3;
	return /-256(color)?$/i.test(env["TERM"] ?? "") ? 2 : 1;
}
