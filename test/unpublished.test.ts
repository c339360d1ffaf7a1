import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The first release has its date in the changelog: until then, whoever takes the name on npm decides what runs. */
const isReleased = /^## \[\d/m.test(read("CHANGELOG.md"));

/** Programs that load a package by its name, and our name after them, not as part of a path or a URL; entry points of it; an item of YAML. */
const RUNS =
	/(?:\b(?:npx|npm (?:i|install|add|exec|x|create)|pnpm (?:add|dlx|i)|yarn (?:add|dlx)|bunx|bun (?:add|x)|deno (?:add|install|run))\b[^\n]*?[\s"',=[]|npm:|unpkg\.com\/|jsdelivr\.net\/npm\/|esm\.sh\/|skypack\.dev\/)modelhub(?![\w/-]|\.\w|-\d)|(?:npm:|unpkg\.com\/|\/npm\/|esm\.sh\/|skypack\.dev\/)modelhub\/|^\s*- ["']?modelhub(?:@[\w.^~-]+)?["']?$/;

describe.skipIf(isReleased)("before the first release", () => {
	it("no document, recipe or snippet runs a package of ours from npm", () => {
		const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
		const files = listed
			.split("\n")
			.filter((path) => !/\.(?:png|jpe?g|gif|webp|ico|wav|mp[34]|woff2?|pdf|parquet|gz|zip|arrow|onnx)$/.test(path))
			.filter(
				(path) =>
					path !== "test/unpublished.test.ts" && statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
			);
		expect(files.length).toBeGreaterThan(500);
		const found = files.flatMap((path) =>
			read(path)
				.split("\n")
				.flatMap((line, index) => (RUNS.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
		);
		expect(found).toEqual([]);
	});

	it.each([
		"npx modelhub infer",
		"npx -y modelhub@latest",
		"command: [npx, -y, modelhub, batch]",
		"npm i modelhub",
		"npm install -g modelhub",
		'args: ["npx", "-y", "modelhub"]',
		"import { x } from 'https://esm.sh/modelhub'",
		"bunx modelhub",
		'import { TASKS } from "https://esm.sh/modelhub/tasks"',
		'import { TASKS } from "npm:modelhub/tasks"',
		'  - "modelhub"',
		"        - modelhub@latest",
	])("that would be found: %s", (line) => {
		expect(line).toMatch(RUNS);
	});

	it.each(["npm i ../hub/modelhub-0.1.0.tgz", "npm install /tmp/modelhub.tgz", 'import { run } from "modelhub";'])(
		"that is no such line: %s",
		(line) => {
			expect(line).not.toMatch(RUNS);
		},
	);
});
