import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { isInstalled } from "../../helpers/programs.ts";
import { runProcess } from "../../helpers/run-process.ts";
import { collect, HOSTILE, LIBRARIES, SAMPLES } from "./samples.ts";

interface Inspection {
	error?: string;
	strings: string[];
	undefined: string[];
	shape: string;
}

const hasPython = isInstalled("python3");
const inspect = (texts: string[]): Promise<Inspection[]> => runPython("inspect_python.py", texts);

/** Gives texts to a Python program beside this file, and returns what it says of each. */
async function runPython<T>(program: string, texts: string[]): Promise<T[]> {
	const path = fileURLToPath(new URL(program, import.meta.url));
	const input = Buffer.from(JSON.stringify(texts));
	const env = { PATH: process.env["PATH"] ?? "" };
	const { stdout, stderr } = await runProcess("python3", ["-X", "utf8", path], { cwd: tmpdir(), env, input });
	expect(stderr.toString()).toBe("");
	return JSON.parse(stdout.toString()) as T[];
}

/** All Python of each sample and library, as one text. */
function joinPrograms(): { library: string; text: string }[] {
	return SAMPLES.flatMap(({ model, libraries }) =>
		libraries.map((library) => {
			const snippets = getLibrarySnippets(model, library).filter(({ language }) => language === "python");
			return { library, text: snippets.map(({ content }) => content).join("\n") };
		}),
	);
}

describe.skipIf(!hasPython)("Python snippets (needs python3)", () => {
	it("parse for every model with every library", async () => {
		const models = SAMPLES.filter((_, index) => index % 5 === 0).map(({ model }) => model);
		const texts = models
			.flatMap((model) => LIBRARIES.flatMap((library) => getLibrarySnippets(model, library)))
			.flatMap(({ language, content }) => (language === "python" ? [content] : []));
		const unique = [...new Set(texts)];
		expect(unique.length).toBeGreaterThan(1000);
		const faulty = (await inspect(unique)).flatMap(({ error }, index) =>
			error ? [{ error, text: unique[index] }] : [],
		);
		expect(faulty).toEqual([]);
	});

	it("use only names they import or define", async () => {
		const joined = joinPrograms();
		const names = (await inspect(joined.map(({ text }) => text))).flatMap((inspection, index) =>
			inspection.undefined.map((name) => `${joined[index]?.library}: ${name}`),
		);
		expect(names).toEqual([]);
	});

	it("run, with stubs in place of all packages", async () => {
		const joined = joinPrograms();
		const errors = await runPython<string | null>(
			"run_python.py",
			joined.map(({ text }) => text),
		);
		expect(errors.flatMap((error, index) => (error ? [{ error, ...joined[index] }] : []))).toEqual([]);
		const [misspelled, unpacked] = await runPython<string | null>("run_python.py", ["import a\nb(a.c())", "len(5)"]);
		expect([misspelled, unpacked]).toEqual([
			expect.stringContaining("NameError"),
			expect.stringContaining("TypeError"),
		]);
	});

	// A dot keeps names from being identifiers, as all hostile texts do.
	const MARK = ".mark";
	const plain = collect("python", MARK);
	let expected: Inspection[] = [];
	beforeAll(async () => {
		expected = await inspect(plain.map(({ content }) => content));
	});

	it.each(HOSTILE)("treat $title as text, unchanged", async ({ text: hostile }) => {
		const wicked = collect("python", hostile);
		expect(wicked.length).toBe(plain.length);
		const actual = await inspect(wicked.map(({ content }) => content));
		for (const [index, { error, shape, strings }] of actual.entries()) {
			const context = `${wicked[index]?.library}\n${wicked[index]?.content}`;
			expect(error, context).toBeUndefined();
			expect(shape, context).toBe(expected[index]?.shape);
			const marked = expected[index]?.strings.map((string) => string.replaceAll(MARK, () => hostile));
			expect(strings, context).toEqual(marked);
		}
	});
});

describe("install commands in comments", () => {
	it.each(HOSTILE)("contain a URL of plain characters despite $title", ({ text }) => {
		const found = collect("python", text).flatMap(
			({ content }) => content.match(/^# pip install .*huggingface\.co.*$/gm) ?? [],
		);
		expect(found.length).toBeGreaterThan(0);
		for (const line of found) expect(line).toMatch(/^# pip install (git\+)?https:\/\/huggingface\.co\/[\w.%/-]+$/);
	});
});
