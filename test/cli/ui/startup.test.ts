import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesRunBy } from "../../helpers/files-run.ts";
import { createHome } from "../../helpers/session.ts";

async function loadedBy(line: string): Promise<string[]> {
	const home = createHome();
	onTestFinished(() => home.remove());
	return await filesRunBy(line, home);
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
		const files = await loadedBy(line);
		expect(files.length).toBeGreaterThan(0);
		expect(files.filter(isReact)).toEqual([]);
	});

	it("detects React when it is loaded", async () => {
		const line = `script -qec "hub infer -t chat -p sandbox hello" /dev/null`;
		const files = await loadedBy(line);
		expect(files.filter(isReact)).not.toEqual([]);
	});
});
