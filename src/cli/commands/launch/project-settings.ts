import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../../context.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { Agent } from "./agents.ts";

/** Settings are small; a larger file is not read. */
const MAX_BYTES = 1_000_000;

/**
 * Finds settings of the project that make an agent bypass the gateway, in the working folder and those above it up to
 * the root of the repository.
 * @returns paths of the files that have one
 */
export async function findUnbeaten({ unbeaten = [] }: Agent, { cwd, signal }: Context): Promise<string[]> {
	const found: string[] = [];
	for (const folder of foldersOf(cwd)) {
		for (const { file, setting } of unbeaten) {
			const path = join(folder, file);
			if (!existsSync(path)) continue;
			// A file that cannot be read here may be read by the agent.
			const text = await readBounded(path, MAX_BYTES, signal).then(
				(bytes) => new TextDecoder().decode(bytes),
				() => undefined,
			);
			signal.throwIfAborted();
			if (text === undefined || setting.test(text)) found.push(path);
		}
	}
	return found;
}

function foldersOf(cwd: string): string[] {
	const folders = [cwd];
	while (!existsSync(join(folders.at(-1) ?? cwd, ".git"))) {
		const above = dirname(folders.at(-1) ?? cwd);
		// Not in a repository: only the folder itself is the project.
		if (above === folders.at(-1)) return [cwd];
		folders.push(above);
	}
	return folders;
}
