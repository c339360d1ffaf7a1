import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Their exports are the package's. */
const ENTRIES =
	/^src\/(index|tasks|node|exchange|batch|gateway|sandbox-server|(batch|exchange|gateway|sandbox|snippets|template)\/index)\.ts$/;

const root = fileURLToPath(new URL("..", import.meta.url));
/** Path from the root → text of every file that may import from `src`. */
const texts = new Map(
	["src", "test", "scripts", "site"]
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
				.filter((name) => /\.(tsx?|mjs)$/.test(name) && !/node_modules|fixtures/.test(name))
				.map((name): [string, string] => {
					const path = `${folder}/${name}`.replaceAll("\\", "/");
					return [path, readFileSync(join(root, path), "utf8")];
				}),
		),
);
/** File → the words of each file that imports from it. */
const importers = new Map<string, ReadonlySet<string>[]>();
const handedOn = new Set<string>();
for (const [file, text] of texts) {
	const words = new Set(text.match(/[\w$]+/g));
	for (const [statement, path = ""] of text.matchAll(
		/(?:export (?:type )?\* )?(?:from\s+|import\(\s*|import\s+)["'](\.[^"']+)["']/g,
	)) {
		const target = join(dirname(file), path).replaceAll("\\", "/");
		importers.set(target, [...(importers.get(target) ?? []), words]);
		if (/^export (type )?\*/.test(statement)) handedOn.add(target);
	}
}

/** Exported values that no file that imports from theirs mentions. Types may be exported for the declarations they appear in. */
function findUnused(file: string, text: string): string[] {
	const declared = text.matchAll(/^export (?:abstract |async )?(?:const|function\*?|class|enum) (\w+)/gm);
	return [...declared]
		.map(([, name = ""]) => name)
		.filter((name) => !importers.get(file)?.some((words) => words.has(name)))
		.map((name) => `${file}: ${name}`);
}

it("exports no value that only its own file uses", () => {
	const sources = [...texts].filter(([file]) => file.startsWith("src/") && !ENTRIES.test(file) && !handedOn.has(file));
	expect(sources.length).toBeGreaterThan(500);
	expect(sources.flatMap(([file, text]) => findUnused(file, text))).toEqual([]);
});
