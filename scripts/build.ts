/**
 * Builds `dist/`: the library (`lib` as ES modules, `cjs` as CommonJS, both with types) and the command (`cli`).
 * Also brings the entry points in package.json up to date.
 *
 * `--for-tests` builds only if a source has changed, and leaves errors in types to `npm run check:types`: a test of the
 * running command must not fail because of an unused parameter elsewhere.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../src/node-lock.ts";
import { checkAscii } from "./build/ascii.ts";
import { buildCommand } from "./build/command.ts";
import { buildDeclarations } from "./build/declarations.ts";
import { updatePackage } from "./build/entry-points.ts";
import { hashInputs, isBuilt, STAMP } from "./build/inputs.ts";
import { buildLibrary } from "./build/library.ts";
import { writeManualPages } from "./build/man.ts";
import { writeNotices } from "./build/notices.ts";
import { swapIn } from "./build/swap-in.ts";
import { buildTaskData } from "./build/task-data.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isForTests = process.argv.includes("--for-tests");
// Built next to the old result and then swapped in, so that a running `hub` never loads half a build.
const out = join(root, `dist.${process.pid}`);

async function main(): Promise<void> {
	try {
		await updatePackage(join(root, "package.json"));
		// Hashed before anything is read: a source that changes during the build must not count as built.
		const inputs = hashInputs(root);
		const library = await buildLibrary(root, out);
		await buildDeclarations(root, out, { isChecked: !isForTests });
		await buildTaskData(out);
		const command = await buildCommand(root, join(out, "cli"));
		await writeFile(join(out, "THIRD-PARTY-NOTICES.md"), await writeNotices(root, [...library, ...command]));
		await writeManualPages(join(out, "man"));
		for (const part of ["lib", "cjs"]) await checkAscii(join(out, part));
		await writeFile(join(out, STAMP), inputs);
		await swapIn(out, join(root, "dist"));
	} finally {
		await rm(out, { recursive: true, force: true });
	}
}

await withLock(join(root, "dist"), { patience: Number.POSITIVE_INFINITY }, async () => {
	if (!(isForTests && isBuilt(root))) await main();
});
