import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";

/**
 * Replaces the previous build with a finished one, so that a running `hub` never loads half a build.
 */
export async function swapIn(built: string, dist: string): Promise<void> {
	const old = `${built}.old`;
	if (existsSync(dist)) await rename(dist, old);
	await rename(built, dist);
	await rm(old, { recursive: true, force: true });
}
