import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ModelData } from "../../../src/catalogue/index.ts";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { refuseCrash } from "../../helpers/recorded.ts";

const folder = fileURLToPath(new URL("../../fixtures/library/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

/**
 * A file is called `<library>.<case>.txt` and holds a model record, then each snippet below a line `--- <language>`.
 * For a new case write the record alone, run `npm run update -- snippets` and read what it wrote.
 */
describe("examples of library snippets", () => {
	it.each(files)("%s", async (file) => {
		const library = file.split(".").slice(0, -2).join(".");
		const written = readFileSync(folder + file, "utf8");
		const record = written.replace(/^---[\s\S]*/m, "");
		const snippets = getLibrarySnippets(JSON.parse(record) as ModelData, library);
		const shown = snippets.map(({ language, content }) => `--- ${language}\n${content}\n`).join("");
		refuseCrash(shown, file);
		await expect(`${record}${shown || "--- no snippet\n"}`).toMatchFileSnapshot(folder + file);
	});
});
