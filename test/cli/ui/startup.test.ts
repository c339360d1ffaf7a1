import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { createHome } from "../../helpers/session.ts";

/**
 * Writes down every file of the command that is loaded, by `require` or by `import`. Packs stand in the table of `require`
 * before they are opened, so what counts is that they are compiled.
 */
const RECORDER = `
const { appendFileSync } = require("node:fs");
const { register } = require("node:module");
const list = process.env.LOADED;
const hooks = 'import { appendFileSync } from "node:fs"; let list; export const initialize = (path) => { list = path; };'
	+ 'export const load = (url, context, next) => { if (url.startsWith("file:")) appendFileSync(list, url + "\\\\n"); return next(url, context); };';
register("data:text/javascript," + encodeURIComponent(hooks), { data: list });
const note = (path) => appendFileSync(list, "file://" + path + "\\n");
const vm = require("node:vm");
vm.Script = class extends vm.Script {
	constructor(source, options) {
		super(source, options);
		if (options?.filename?.endsWith(".pack.cjs")) note(options.filename);
	}
};
process.on("exit", () => Object.keys(require.cache).filter((path) => !path.endsWith(".pack.cjs")).forEach(note));
`;

const dist = builtFile("dist/cli/");

async function loadedBy(line: string): Promise<{ code: number; files: string[] }> {
	const home = createHome({ "recorder.cjs": RECORDER });
	onTestFinished(() => home.remove());
	const list = join(home.folder, "loaded.txt");
	const { code } = await home.run(line, {
		env: { NODE_OPTIONS: `--require ${join(home.folder, "recorder.cjs")}`, LOADED: list },
	});
	const urls = new Set(readFileSync(list, "utf8").trim().split("\n"));
	return { code, files: [...urls].map((url) => fileURLToPath(url)).filter((path) => path.startsWith(dist)) };
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
