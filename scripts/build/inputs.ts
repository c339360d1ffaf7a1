import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Inputs of a build, besides Node itself. */
const FOLDERS = ["src", "scripts", "bin"];
const FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

/** File in `dist` that says what it was built from; it is not published. */
export const STAMP = "inputs.sha256";

/** Returns a hash of everything a build reads: equal hashes mean equal builds. */
export function hashInputs(root: string): string {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name)),
	);
	const hash = createHash("sha256").update(`${process.version} ${process.arch}\n`);
	for (const path of [...inFolders.sort(), ...FILES.map((file) => join(root, file))]) {
		hash.update(`${path}\n`).update(readFileSync(path));
	}
	return hash.digest("hex");
}

/** Whether `dist` is up to date. */
export function isBuilt(root: string): boolean {
	try {
		return readFileSync(join(root, "dist", STAMP), "utf8") === hashInputs(root);
	} catch {
		return false;
	}
}
