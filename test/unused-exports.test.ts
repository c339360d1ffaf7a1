import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Folders and files of `src` without exports that only their own file uses; the others join when their work is done. */
const CLEAN = ["catalogue", "http", "hub", "errors.ts", "json.ts", "base64.ts", "sandbox", "cli/startup"];
/** Their exports are the package's. */
const ENTRIES = /^(index|tasks|node|sandbox-server|(snippets|sandbox|template|batch)\/index)\.ts$/;

const source = fileURLToPath(new URL("../src", import.meta.url));
const root = join(source, "..");
const texts = new Map(
	["src", "test", "scripts"].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
			.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes("node_modules"))
			.map((name): [string, string] => [
				`${folder}/${name}`.replaceAll("\\", "/").replace(/^src\//, ""),
				readFileSync(join(root, folder, name), "utf8"),
			]),
	),
);

/** File → every word in it. */
const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/[\w$]+/g))]));
/** Files handed on whole by `export *`. */
const handedOn = new Set(
	[...texts].flatMap(([file, text]) =>
		[...text.matchAll(/^export (?:type )?\* from "(\.[^"]+)"/gm)].map(([, path = ""]) => join(file, "..", path)),
	),
);

/** Exported values that no other file mentions. Types may be exported for the sake of the declarations they appear in. */
function findUnused(file: string, text: string): string[] {
	if (ENTRIES.test(file) || handedOn.has(file)) return [];
	const declared = text.matchAll(/^export (?:abstract |async )?(?:const|function\*?|class|enum) (\w+)/gm);
	return [...declared]
		.map(([, name = ""]) => name)
		.filter((name) => ![...words].some(([other, known]) => other !== file && known.has(name)))
		.map((name) => `${file}: ${name}`);
}

describe("exports", () => {
	it.each(CLEAN)("are used outside their file: %s", (folder) => {
		const files = [...texts].filter(([file]) => file === folder || file.startsWith(`${folder}/`));
		expect(files.length).toBeGreaterThan(0);
		expect(files.flatMap(([file, text]) => findUnused(file, text))).toEqual([]);
	});
});
