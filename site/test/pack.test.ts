/** The pages as Markdown are part of the package. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { pages } from "./site.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

afterAll(async () => await rm(`${root}dist/docs`, { recursive: true, force: true }));

it("ships a Markdown twin of each page", async () => {
	const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
	await run("npx", ["tsx", "scripts/pack-docs.ts", "--built"], options);
	const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], options);
	const packed = new Set((JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path));
	const twins = ["index.md", ...pages.filter((path) => path !== "").map((path) => `${path.slice(0, -1)}.md`)];
	const wanted = [...twins, "llms.txt", "llms-full.txt"].map((name) => `dist/docs/${name}`);
	expect(wanted.filter((path) => !packed.has(path))).toEqual([]);
});
