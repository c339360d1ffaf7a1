import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { escapeRest } from "../../scripts/build/ascii.ts";
import { builtFile } from "../helpers/built.ts";

const root = builtFile();

describe("built code", () => {
	it("is ASCII, regular expressions too", () => {
		const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
			/^(?:lib|cjs)\/.*\.js$/.test(name),
		);
		expect(files.length).toBeGreaterThan(50);
		const foreign = files.filter((name) => readFileSync(join(root, "dist", name)).some((byte) => byte > 0x7f));
		expect(foreign).toEqual([]);
	});

	it("escapes text that esbuild does not", () => {
		expect(escapeRest("const word = /[é\\é\\\\é🙂]/u;")).toBe(
			String.raw`const word = /[\u00e9\u00e9\\\u00e9\ud83d\ude42]/u;`,
		);
	});
});
