/** Functions that need Node's file system. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ExchangeStore } from "./exchange/index.ts";

export { fileStore } from "./node-journal.ts";

/**
 * Returns a store of recordings in a folder, one file each. The folder is created on the first write.
 *
 * Files are written under a temporary name and then renamed, so a killed program leaves no partial file. Only their
 * owner may read them and a folder that is created: recordings contain prompts and answers.
 */
export function folderStore(folder: string): ExchangeStore {
	return {
		name: folder,
		list: async () => {
			try {
				const entries = await readdir(folder, { withFileTypes: true });
				return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
				throw error;
			}
		},
		read: async (name) => new Uint8Array(await readFile(locate(folder, name))),
		write: async (name, bytes) => {
			const path = locate(folder, name);
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const temporary = join(folder, `.${name.slice(0, 200)}.${randomBytes(6).toString("hex")}.part`);
			try {
				const file = await open(temporary, "wx", 0o600);
				try {
					await file.writeFile(bytes);
				} finally {
					await file.close();
				}
				await rename(temporary, path);
			} catch (error) {
				await rm(temporary, { force: true });
				throw error;
			}
		},
		remove: async (name) => {
			await rm(locate(folder, name), { force: true });
		},
	};
}

/** Recordings may be untrusted: they can refer only to files in the folder. */
function locate(folder: string, name: string): string {
	if (name !== basename(name) || name.startsWith(".") || name.includes("\\")) {
		throw new Error(`${JSON.stringify(name)} is not the name of a recording.`);
	}
	return join(folder, name);
}
