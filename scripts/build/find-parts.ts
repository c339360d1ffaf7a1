/**
 * Finds out which parts of the command belong in which pack (see src/cli/startup/pack.ts), by running it. The build runs
 * this in a process of its own on plain Node: arguments are the folder with the parts as CommonJS files, and the
 * file for the result, a list of parts for each pack.
 */
import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { PACKS, type PackName } from "../../src/cli/startup/pack.ts";
import { runStart, STARTS, type Start } from "./starts.ts";

const [, folder = "", result = ""] = process.argv;

/** Returns the parts that a start loads; without one, those that all of them load first. */
async function listParts(command?: Start): Promise<string[]> {
	for (const path of Object.keys(require.cache)) delete require.cache[path];
	const { start } = require(join(folder, "start.cjs")) as typeof import("../../src/cli/start.ts");
	if (command) await runStart(command, start, folder);
	return Object.keys(require.cache)
		.filter((path) => dirname(path) === folder)
		.map((path) => relative(folder, path).replace(/\.cjs$/, ""));
}

/** Puts each part into the last pack that all starts that load it open, so that no start opens others. */
async function findParts(): Promise<void> {
	const candidates = new Map<string, readonly PackName[]>();
	for (const part of await listParts()) candidates.set(part, ["start"]);
	for (const command of STARTS) {
		for (const part of await listParts(command)) {
			candidates.set(
				part,
				(candidates.get(part) ?? PACKS).filter((pack) => command.opens.includes(pack)),
			);
		}
	}
	const packs = new Map<PackName, string[]>(PACKS.map((pack) => [pack, []]));
	for (const [part, possible] of candidates) packs.get(possible.at(-1) ?? "start")?.push(part);
	writeFileSync(result, JSON.stringify(Object.fromEntries(packs)));
}

findParts();
