/**
 * Keeps what V8 compiles of the packs for the checkout; the npm package does not contain it. The build runs this in a process of
 * its own on plain Node, with the folder of the built command as its argument: it starts from the packs, so that V8 compiles the
 * code that starting needs.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
	ANY_FORM,
	compiledName,
	createLoad,
	openPack,
	type Pack,
	type PackName,
	packFile,
} from "../../src/cli/startup/pack.ts";

import { runStart, STARTS } from "./starts.ts";

const [, folder = ""] = process.argv;

async function compilePacks(): Promise<void> {
	const packs = new Map<PackName, Pack>();
	const load = createLoad(
		folder,
		(name) => {
			const pack = openPack(folder, name);
			packs.set(name, pack);
			return pack;
		},
		() => undefined,
	);
	const { start } = load(`./${packFile("start")}`) as typeof import("../../src/cli/start.ts");
	for (const command of STARTS) await runStart(command, start, folder);
	for (const [name, pack] of packs) writeFileSync(join(folder, compiledName(ANY_FORM, name)), pack.compile());
}

compilePacks();
