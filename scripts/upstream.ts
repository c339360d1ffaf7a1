/**
 * Compares the sources with releases of the reference, as black boxes: it loads and calls them, and never reads them.
 * Prints the differences that no row under "Listed differences" of COMPATIBILITY.md names, and ends with exit code 1 if
 * there are any. It writes nothing but a temporary folder.
 *
 *     npm run upstream                                     the newest releases
 *     npm run upstream -- inference@4.13.30 tasks@0.21.54  these
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as library from "../src/index.ts";
import * as tasks from "../src/tasks.ts";
import * as jinja from "../src/template/full.ts";
import { type Difference, differingFacts, differingNames, listedIn } from "./upstream/facts.ts";
import { differingRequests } from "./upstream/requests.ts";
import { differingRenders, differingSnippets } from "./upstream/texts.ts";

const PACKAGES = ["inference", "tasks", "jinja"] as const;
type Module = Record<string, unknown>;

const wanted = process.argv.slice(2);
const unknown = wanted.find((word) => !PACKAGES.some((name) => word === name || word.startsWith(`${name}@`)));
if (unknown !== undefined) {
	console.error(`${unknown} is none of ${PACKAGES.join(", ")}, each with or without @VERSION.`);
	process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "hub-upstream-"));
try {
	const specs = PACKAGES.map((name) => {
		const version = wanted.find((word) => word.startsWith(`${name}@`))?.slice(name.length + 1) ?? "latest";
		return `@huggingface/${name}@${version}`;
	});
	writeFileSync(join(folder, "package.json"), '{ "private": true }');
	execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...specs], {
		cwd: folder,
		stdio: ["ignore", "ignore", "inherit"],
	});
	const differences = await compare();
	const listed = listedIn(readFileSync(fileURLToPath(new URL("../COMPATIBILITY.md", import.meta.url)), "utf8"));
	const unlisted = differences.filter(({ area, name }) => !listed(area, name));
	for (const { area, name, theirs, ours } of unlisted)
		console.log(`${area.padEnd(12)} ${name}\n  reference  ${theirs}\n  here       ${ours}`);
	console.log(`${differences.length} differences, ${unlisted.length} of them not listed in COMPATIBILITY.md`);
	if (unlisted.length > 0) process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<Difference[]> {
	const [theirLibrary, theirTasks, theirJinja] = await Promise.all(PACKAGES.map(load));
	if (!theirLibrary || !theirTasks || !theirJinja) throw new Error("A package has no entry point.");
	return [
		...differingNames("inference", theirLibrary, library),
		...differingNames("tasks", theirTasks, tasks),
		...differingNames("jinja", theirJinja, jinja),
		...differingFacts(theirTasks, tasks),
		...(await differingRequests(theirLibrary, library)),
		...differingSnippets(theirTasks, tasks),
		...differingRenders(theirJinja, jinja),
	];
}

async function load(name: (typeof PACKAGES)[number]): Promise<Module> {
	const manifest = readFileSync(join(folder, "node_modules/@huggingface", name, "package.json"), "utf8");
	console.log(`@huggingface/${name} ${(JSON.parse(manifest) as { version: string }).version}`);
	// Resolved there, by `import`: not every release can be required.
	const entry = join(folder, `${name}.mjs`);
	writeFileSync(entry, `export * from "@huggingface/${name}";`);
	return (await import(pathToFileURL(entry).href)) as Module;
}
