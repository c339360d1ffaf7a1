import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Their exports are the package's. */
const ENTRIES =
	/^src\/(index|tasks|node|exchange|batch|gateway|sandbox-server|template\/core|(batch|exchange|gateway|sandbox|snippets|template)\/index)\.ts$/;

const root = fileURLToPath(new URL("..", import.meta.url));
/** Path from the root → text of every file that may import from `src`. */
const texts = new Map(
	["src", "test", "scripts", "site"].flatMap(listSources).map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

/** Installed packages are skipped before they are listed: they have tens of thousands of files. */
function listSources(folder: string): string[] {
	if (!existsSync(join(root, folder))) return [];
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return /node_modules|fixtures/.test(entry.name) ? [] : listSources(path);
		return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : [];
	});
}

/** File → the words of each file that imports from it. */
const importers = new Map<string, ReadonlySet<string>[]>();
const reExported = new Set<string>();
for (const [file, text] of texts) {
	const words = new Set(text.match(/[\w$]+/g));
	for (const [statement, path = ""] of text.matchAll(
		/(?:export (?:type )?\* )?(?:from\s+|import\(\s*|import\s+)["'](\.[^"']+)["']/g,
	)) {
		const target = join(dirname(file), path).replaceAll("\\", "/");
		importers.set(target, [...(importers.get(target) ?? []), words]);
		if (/^export (type )?\*/.test(statement)) reExported.add(target);
	}
	// `import(`./commands/${name}/command.ts`)` loads one of many.
	for (const [, path = ""] of text.matchAll(/import\(`(\.[^`]+)`\)/g)) {
		const [start = "", end = ""] = join(dirname(file), path)
			.replaceAll("\\", "/")
			.split(/\$\{.*\}/);
		const loaded = [...texts.keys()].filter((one) => one.startsWith(start) && one.endsWith(end));
		for (const target of loaded) importers.set(target, [...(importers.get(target) ?? []), words]);
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
	const sources = [...texts].filter(
		([file]) => file.startsWith("src/") && !ENTRIES.test(file) && !reExported.has(file),
	);
	expect(sources.length).toBeGreaterThan(500);
	expect(sources.flatMap(([file, text]) => findUnused(file, text))).toEqual([]);
});
