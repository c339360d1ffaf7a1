import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../helpers/session.ts";

/** Texts for people that are laid out in a pipe too, and whether their prose has words longer than the width. */
const LINES = ["hub --help", "hub help environment", "hub help privacy", "hub tasks fill-mask", "hub providers groq"];

/** Lines that are laid out: commands, addresses and other texts to copy stay whole. */
function longest(text: string): number {
	const prose = text.split("\n").filter((line) => !/^ *(?:hub|#) | \\$|https?:|[\w/]{30,}|\bhub \w+/.test(line));
	return Math.max(...prose.map((line) => line.length));
}

describe("COLUMNS in a pipe", () => {
	it.each(LINES)("is the width of %s", async (line) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const run = async (COLUMNS: string) => (await home.run(line, { env: { COLUMNS }, real: true })).stdout;
		const [narrow, wide, wrong, none] = await Promise.all([run("44"), run("120"), run("0"), run("")]);
		expect(longest(narrow)).toBeLessThanOrEqual(44);
		expect(narrow.split("\n").length).toBeGreaterThan(wide.split("\n").length);
		expect(longest(wide)).toBeGreaterThan(44);
		expect(wrong).toBe(none);
	});

	it("leaves lists for programs alone", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const run = async (COLUMNS: string) =>
			await home.run("hub tasks; hub infer -t chat --sandbox 'Say apple pie'", { env: { COLUMNS }, real: true });
		expect(await run("20")).toEqual(await run(""));
	});
});
