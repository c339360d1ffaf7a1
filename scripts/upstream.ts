/**
 * Compares the sources with releases of the reference, as black boxes: it loads and calls them, and never reads them.
 * Prints the differences that no row under "Listed differences" of COMPATIBILITY.md names, and ends with exit code 1 if
 * there are any. It writes nothing but a temporary folder.
 *
 *     npm run upstream                                     the newest releases
 *     npm run upstream -- inference@4.13.30 tasks@0.21.54  these
 *     npm run upstream -- --packages FOLDER                those that FOLDER/node_modules has
 *     npm run upstream -- --templates FILE                 these chat templates, in the form of chat-templates.json
 *     npm run upstream -- --partners FILE                  this copy of the page that lists the providers of the router
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { CORPUS_FILE, readCorpus } from "../test/template/corpus.ts";
import { compareReleases, reportDifferences } from "./upstream/compare.ts";
import { PARTNERS_PAGE } from "./upstream/facts.ts";

const PACKAGES = ["inference", "tasks", "jinja"] as const;

const { values, positionals: wanted } = parseArgs({
	allowPositionals: true,
	options: {
		packages: { type: "string" },
		partners: { type: "string" },
		templates: { type: "string", default: CORPUS_FILE },
	},
});
const unknown = wanted.find((word) => !PACKAGES.some((name) => word === name || word.startsWith(`${name}@`)));
if (unknown !== undefined) {
	console.error(`${unknown} is none of ${PACKAGES.join(", ")}, each with or without @VERSION.`);
	process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "hub-upstream-"));
try {
	if (values.packages === undefined) install();
	else symlinkSync(resolve(values.packages, "node_modules"), join(folder, "node_modules"), "junction");
	const corpus = readCorpus(values.templates);
	if (!corpus) console.log(`templates    not compared: there is no file ${values.templates}`);
	const partners = await readPartners();
	const releases = {
		inference: await load("inference"),
		tasks: await load("tasks"),
		jinja: await load("jinja"),
	};
	process.exitCode = reportDifferences(await compareReleases(releases, corpus, partners), console.log);
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** Returns the page of partners; undefined, with a line that says so, if it does not come. */
async function readPartners(): Promise<string | undefined> {
	if (values.partners !== undefined) return readFileSync(values.partners, "utf8");
	try {
		const response = await fetch(PARTNERS_PAGE, { signal: AbortSignal.timeout(30_000) });
		if (response.ok) return await response.text();
		console.log(`routed       not compared: ${PARTNERS_PAGE} returned status ${response.status}`);
	} catch {
		console.log(`routed       not compared: ${PARTNERS_PAGE} cannot be reached; --partners FILE reads a copy`);
	}
	return undefined;
}

function install(): void {
	const specs = PACKAGES.map((name) => {
		const version = wanted.find((word) => word.startsWith(`${name}@`))?.slice(name.length + 1) ?? "latest";
		return `@huggingface/${name}@${version}`;
	});
	writeFileSync(join(folder, "package.json"), '{ "private": true }');
	execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...specs], {
		cwd: folder,
		stdio: ["ignore", "ignore", "inherit"],
	});
}

async function load(name: (typeof PACKAGES)[number]): Promise<Record<string, unknown>> {
	const manifest = readFileSync(join(folder, "node_modules/@huggingface", name, "package.json"), "utf8");
	console.log(`@huggingface/${name} ${(JSON.parse(manifest) as { version: string }).version}`);
	// Resolved there, by `import`: not every release can be required.
	const entry = join(folder, `${name}.mjs`);
	writeFileSync(entry, `export * from "@huggingface/${name}";`);
	return (await import(pathToFileURL(entry).href)) as Record<string, unknown>;
}
