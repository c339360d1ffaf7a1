import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Inputs of a build, besides Node itself. */
const FOLDERS = ["src", "scripts", "bin"];
const FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

/** File in `dist` that says what it was built from; it is not published. */
export const STAMP = "inputs.sha256";

/** Returns a hash of everything a build reads: equal hashes mean equal builds. */
export async function hashInputs(root: string): Promise<string> {
	const inFolders = await Promise.all(
		FOLDERS.map(async (folder) => {
			const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
			return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
		}),
	);
	const hash = createHash("sha256").update(`${process.version} ${process.arch}\n`);
	for (const path of [...inFolders.flat().sort(), ...FILES.map((file) => join(root, file))]) {
		hash.update(`${path}\n`).update(await readFile(path));
	}
	return hash.digest("hex");
}

/** Whether `dist` is up to date. */
export async function isBuilt(root: string): Promise<boolean> {
	const stamp = await readFile(join(root, "dist", STAMP), "utf8").catch(() => "");
	return stamp === (await hashInputs(root));
}
