/** Every TypeScript sample of the guides runs as it is; programs in JavaScript, which need a token or a server, lack nothing. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
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

/** What one runtime has. */
const PROVIDED = /\b(?:Deno|Bun|require)\b/;

it("shows programs in JavaScript with everything they use", async () => {
	const programs = await Promise.all(
		(await readdir(GUIDES)).map(async (name) => {
			const text = await readFile(new URL(name, GUIDES), "utf8");
			return [...text.matchAll(/```js\n(?<code>[\s\S]*?)\n```/g)].map(({ groups }, index) => ({
				file: `${folder}complete-${name.replace(".mdx", "")}-${index + 1}.mjs`,
				code: groups?.["code"] ?? "",
			}));
		}),
	);
	const files = programs.flat();
	expect(files.length).toBeGreaterThan(8);
	for (const { file, code } of files) await writeFile(file, code);
	const program = ts.createProgram(
		files.map(({ file }) => file),
		{
			allowJs: true,
			checkJs: true,
			noEmit: true,
			skipLibCheck: true,
			target: ts.ScriptTarget.ESNext,
			module: ts.ModuleKind.NodeNext,
			moduleResolution: ts.ModuleResolutionKind.NodeNext,
			lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
			types: ["node"],
			typeRoots: [fileURLToPath(new URL("../../node_modules/@types", import.meta.url))],
		},
	);
	const missing = files.flatMap(({ file }) =>
		program
			.getSemanticDiagnostics(program.getSourceFile(file))
			// "Cannot find name", and names that a package does not export.
			.filter(({ code }) => [2304, 2552, 2580, 2305, 2724, 18004].includes(code))
			.map(({ messageText }) => `${file.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`)
			.filter((text) => !PROVIDED.test(text)),
	);
	expect(missing).toEqual([]);
});

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
])("the guide %s has 400 to 1,100 words, runs in the page, and shows TypeScript and shell", async (name) => {
	const text = await readFile(new URL(`${name}.mdx`, GUIDES), "utf8");
	const words = text.split(/\s+/).length;
	expect(words).toBeGreaterThan(400);
	expect(words).toBeLessThan(1100);
	expect(["<RunIt", "```ts\n", "```sh\n"].filter((part) => !text.includes(part))).toEqual([]);
});
