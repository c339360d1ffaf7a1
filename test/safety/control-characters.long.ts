import { expect, it } from "vitest";
import { fuzzCommand, LINES } from "./hostile-lines.ts";

/** Each seed makes other texts of the responses hostile, and refuses other requests. */
const SEEDS = 12;

it.each(Object.keys(LINES))(
	"brings no control character from outside to a terminal or standard error: hub %s",
	async (name) => {
		for (let seed = 2; seed < 2 + SEEDS; seed++) {
			const { findings, crashes } = await fuzzCommand(name, seed);
			expect({ seed, findings, crashes }).toEqual({ seed, findings: [], crashes: [] });
		}
	},
);
