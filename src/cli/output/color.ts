import { Chalk, type ChalkInstance, type ColorSupportLevel } from "chalk";
import type { Output } from "../context.ts";

export type Colors = ChalkInstance;

/** Colours that do nothing at level 0. */
export function createColors(level: ColorSupportLevel): Colors {
	return new Chalk({ level });
}

/**
 * How many colours a stream gets: 0 none, 1 sixteen, 2 256, 3 all.
 * The flag wins, then `NO_COLOR`, then `FORCE_COLOR`, then what the stream is.
 */
export function colorLevel(
	output: Pick<Output, "isTTY">,
	env: Readonly<Record<string, string | undefined>>,
	choice?: boolean,
): ColorSupportLevel {
	if (choice === false) return 0;
	const forced = choice || isForced(env["FORCE_COLOR"]);
	if (!choice && env["FORCE_COLOR"] === undefined && env["NO_COLOR"]) return 0;
	if (!choice && isRefused(env["FORCE_COLOR"])) return 0;
	if (!forced && (!output.isTTY || env["TERM"] === "dumb")) return 0;
	const depth = env["FORCE_COLOR"];
	if (depth === "2" || depth === "3") return depth === "2" ? 2 : 3;
	if (env["COLORTERM"] === "truecolor" || env["COLORTERM"] === "24bit") return 3;
	return /-256(color)?$/i.test(env["TERM"] ?? "") ? 2 : 1;
}

function isForced(value: string | undefined): boolean {
	return value !== undefined && !isRefused(value);
}

function isRefused(value: string | undefined): boolean {
	return value === "0" || value === "false";
}
