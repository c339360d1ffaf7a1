/** Every TypeScript sample of the guides runs as it is. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const GUIDES = new URL("../src/guides/", import.meta.url);

/** Inside the site, so that `modelhub` is found. */
const folder = fileURLToPath(new URL("../node_modules/.cache/guide-samples/", import.meta.url));

/** A sample, and what it prints if the guide says so. */
const SAMPLE = /```ts\n(?<code>[\s\S]*?)\n```(?:\n\n```text\n(?<output>[\s\S]*?)\n```)?/g;

const samples = await Promise.all(
	(await readdir(GUIDES)).map(async (name) => {
		const text = await readFile(new URL(name, GUIDES), "utf8");
		return [...text.matchAll(SAMPLE)].map(({ groups }, index) => ({
			name: `${name.replace(".mdx", "")}-${index + 1}`,
			code: groups?.["code"] ?? "",
			output: groups?.["output"],
		}));
	}),
);

beforeAll(async () => await mkdir(folder, { recursive: true }));
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe.concurrent("the samples of the guides", () => {
	it.each(samples.flat())("$name runs", async ({ name, code, output }) => {
		const file = `${folder}${name}.mts`;
		await writeFile(file, code);
		const { stdout } = await run("npx", ["tsx", file]);
		if (output !== undefined) expect(stdout.trim()).toBe(output);
	});
});

it.each([
	...["streaming", "tools-and-mcp", "structured-output", "images-in-a-chat", "embeddings-and-search"],
	...["coding-agents", "local-models", "evaluation", "errors-and-retries", "testing"],
])("the guide %s has 400 to 900 words, runs in the page, and shows TypeScript and shell", async (name) => {
	const text = await readFile(new URL(`${name}.mdx`, GUIDES), "utf8");
	const words = text.split(/\s+/).length;
	expect(words).toBeGreaterThan(400);
	expect(words).toBeLessThan(900);
	expect(["<RunIt", "```ts\n", "```sh\n"].filter((part) => !text.includes(part))).toEqual([]);
});
