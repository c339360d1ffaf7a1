import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { builtFile } from "./built.ts";
import type { Home } from "./session.ts";

/**
 * Runs a command line, which must succeed, and returns the files of the built command that V8 has run: it lists them for
 * measuring coverage.
 */
export async function filesRunBy(line: string, home: Home, env: Record<string, string> = {}): Promise<string[]> {
	const coverage = join(home.folder, "coverage");
	const { code } = await home.run(line, { real: true, env: { ...env, NODE_V8_COVERAGE: coverage } });
	expect(code).toBe(0);
	const urls = readdirSync(coverage).flatMap((name) => {
		const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
		return result.map(({ url }) => url);
	});
	const paths = urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
	const dist = builtFile("dist/cli/");
	return [...new Set(paths)].filter((path) => path.startsWith(dist));
}
