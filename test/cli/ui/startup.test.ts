import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { createHome } from "../../helpers/session.ts";

const dist = builtFile("dist/cli/");

/** Runs a command line and returns the files of the command that V8 has run: it lists them for measuring coverage. */
async function loadedBy(line: string): Promise<{ code: number; files: string[] }> {
	const home = createHome();
	onTestFinished(() => home.remove());
	const coverage = join(home.folder, "coverage");
	const { code } = await home.run(line, { env: { NODE_V8_COVERAGE: coverage } });
	const urls = readdirSync(coverage).flatMap((name) => {
		const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
		return result.map(({ url }) => url);
	});
	const paths = urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
	return { code, files: [...new Set(paths)].filter((path) => path.startsWith(dist)) };
}

/** What marks React, wherever the bundler puts it. */
function isReact(path: string): boolean {
	return readFileSync(path, "utf8").includes("react.transitional.element");
}

describe("without a terminal", () => {
	it.each([
		"hub --version",
		"hub --help",
		"hub infer --help",
		"hub chat --help",
		"hub tasks --json",
		"hub tasks",
		"hub libraries",
		"hub infer -t chat -p sandbox hello",
		"hub infer -t chat -p sandbox hello | cat",
		"hub infer -t t2i -p sandbox 'a cat' --dry-run",
	])("%s loads no React", async (line) => {
		const { code, files } = await loadedBy(line);
		expect(code).toBe(0);
		expect(files.length).toBeGreaterThan(0);
		expect(files.filter(isReact)).toEqual([]);
	});

	it("detects React when it is loaded", async () => {
		const line = `script -qec "hub infer -t chat -p sandbox hello" /dev/null`;
		const { files } = await loadedBy(line);
		expect(files.filter(isReact)).not.toEqual([]);
	});
});
