import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { escapeRest } from "../../scripts/build/ascii.ts";
import { builtFile } from "../helpers/built.ts";
import { openEditor } from "../helpers/editor.ts";

/** Mended faults that only the built package shows. */

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
});

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

describe("an editor", () => {
	const head = 'import { chatCompletion, fillMask, InferenceClient, textToImage, translation } from "modelhub";\n';

	it("completes providers, and marks a misspelled one but not a variable", () => {
		const editor = openEditor(root, `${head}chatCompletion({ model: "a", messages: [], provider: "|" });`);
		expect(editor.completions()).toEqual(expect.arrayContaining(["together", "groq", "auto", "hf-inference"]));
		const misspelt = openEditor(root, `${head}chatCompletion({ model: "a", messages: [], provider: "togehter" });|`);
		expect(misspelt.errors()).toEqual([expect.stringContaining("togehter")]);
		const free = "declare const name: string;\nchatCompletion({ model: 'a', messages: [], provider: name });|";
		expect(openEditor(root, head + free).errors()).toEqual([]);
	});

	it.each([
		['|chatCompletion({ model: "a", messages: [] });', "ChatCompletionInput", "ChatCompletionOutput"],
		['|textToImage({ model: "a", inputs: "b" });', "TextToImageInput", "Blob"],
		['|fillMask({ model: "a", inputs: "b" });', "FillMaskInput", "FillMaskOutput"],
		['|translation({ model: "a", inputs: "b" });', "TranslationInput", "TranslationOutput"],
		['new InferenceClient("x").|summarization({ inputs: "b" });', "SummarizationInput", "SummarizationOutput"],
	])("shows inputs and outputs: %s", (line, input, output) => {
		const shown = openEditor(root, head + line).hover();
		expect(shown).toContain(input);
		expect(shown).toMatch(new RegExp(`Call(?:Promise|Stream)<.*${output}>`));
		expect(shown).not.toContain("TaskFunction");
		// Destructured names tell nothing.
		expect(shown).not.toMatch(/\(\{|__0/);
	});
});
