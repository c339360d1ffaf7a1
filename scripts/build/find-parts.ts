/**
 * Finds out which parts of the command belong in which pack (see src/cli/startup/pack.ts), by running it. The build runs
 * this in a process of its own on plain Node: arguments are the folder with the parts as CommonJS files, and the
 * file for the result, a list of parts for each pack.
 */
import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { PACKS } from "../../src/cli/startup/pack.ts";
import { type FilledPack, runStarts } from "./starts.ts";

const [, folder = "", result = ""] = process.argv;

/** Returns the parts that the command lines of a pack load, or what every start loads. */
async function listParts(name?: FilledPack): Promise<string[]> {
	for (const path of Object.keys(require.cache)) delete require.cache[path];
	const { start } = require(join(folder, "start.cjs")) as typeof import("../../src/cli/start.ts");
	if (name) await runStarts(name, start, folder);
	return Object.keys(require.cache)
		.filter((path) => dirname(path) === folder)
		.map((path) => relative(folder, path).replace(/\.cjs$/, ""));
}

async function findParts(): Promise<void> {
	const filled = PACKS.filter((name) => name !== "start");
	const loaded = new Map<string, readonly string[]>();
	for (const name of filled) loaded.set(name, await listParts(name));
	const everyStart = await listParts();
	// The help must not open the large pack of `hub infer` for the few parts that they share.
	const shared = loaded.get("help")?.filter((part) => loaded.get("infer")?.includes(part)) ?? [];
	const taken = new Set([...everyStart, ...shared]);
	const packs: Record<string, string[]> = { start: [...taken] };
	for (const name of filled) {
		const parts = loaded.get(name)?.filter((part) => !taken.has(part)) ?? [];
		for (const part of parts) taken.add(part);
		packs[name] = parts;
	}
	writeFileSync(result, JSON.stringify(packs));
}

findParts();
