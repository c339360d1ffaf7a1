import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entrySources } from "../../scripts/build/entry-points.ts";
import { builtFile } from "../helpers/built.ts";

const root = builtFile();
const require = createRequire(import.meta.url);

describe("CommonJS consumers", () => {
	it("get the same exports by require as by import: one copy of every error class", async () => {
		const code = `
			const required = require("modelhub");
			import("modelhub").then((imported) => {
				const error = new imported.InferenceClientInputError("x");
				console.log(JSON.stringify([
					error instanceof required.InferenceClientInputError,
					required.InferenceClient === imported.InferenceClient,
					Object.keys(imported).filter((name) => name !== "default" && name !== "module.exports" && !(name in required)),
				]));
			});`;
		const output = execFileSync(process.execPath, ["--input-type=commonjs", "-e", code], { cwd: root });
		expect(JSON.parse(output.toString())).toEqual([true, true, []]);
	});

	it("find every entry point without `exports`, by old resolution", () => {
		const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
			main: string;
			types: string;
			exports: Record<string, unknown>;
			typesVersions: Record<string, Record<string, string[]>>;
		};
		expect(typeof require(join(root, manifest.main)).InferenceClient).toBe("function");
		expect(readFileSync(join(root, manifest.types), "utf8")).toContain("InferenceClient");
		const names = Object.keys(manifest.exports).filter((name) => /^\.\/[^.]+$/.test(name));
		expect(Object.keys(manifest.typesVersions["*"] ?? {})).toEqual(
			expect.arrayContaining(names.map((name) => name.slice(2))),
		);
	});

	it.each(entrySources())("load the code of %s from another file: `import` reads all of an entry's", (source) => {
		expect(readFileSync(join(root, `dist/cjs/${source}.js`), "utf8").split("\n").length).toBeLessThan(5);
		expect(existsSync(join(root, `dist/cjs/${source}.code.js.map`))).toBe(true);
	});
});

it("runs no script when it is installed", () => {
	const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
		scripts: Record<string, string>;
	};
	// npm also runs a build where there is a binding.gyp. `prepare` runs in a checkout only, not from the registry.
	for (const name of ["preinstall", "install", "postinstall"]) expect(scripts).not.toHaveProperty(name);
	expect(existsSync(join(root, "binding.gyp"))).toBe(false);
});
