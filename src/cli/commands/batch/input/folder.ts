import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The files below a folder, sorted by path, without hidden ones; paths have `/` and start below the folder. */
export async function listFiles(folder: string): Promise<string[]> {
	const found: string[] = [];
	const visit = async (below: string): Promise<void> => {
		for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
			if (entry.name.startsWith(".")) continue;
			const path = below === "" ? entry.name : `${below}/${entry.name}`;
			if (entry.isDirectory()) await visit(path);
			else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
		}
	};
	await visit("");
	return found.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
