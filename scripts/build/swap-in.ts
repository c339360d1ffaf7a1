import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Replaces the previous build with a finished one, so that a running `hub` never loads half a build. The pages in
 * `docs` stay: `npm pack` runs `prepack`, which writes them, before `prepare`, which builds.
 */
export async function swapIn(built: string, dist: string): Promise<void> {
	const docs = join(dist, "docs");
	if (existsSync(docs)) await rename(docs, join(built, "docs"));
	const old = `${built}.old`;
	if (existsSync(dist)) await rename(dist, old);
	await rename(built, dist);
	await rm(old, { recursive: true, force: true });
}
