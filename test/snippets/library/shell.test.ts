import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { isInstalled } from "../../helpers/programs.ts";
import { runProcess } from "../../helpers/run-process.ts";
import { collect, HOSTILE, LIBRARIES, SAMPLES } from "./samples.ts";

const hasBash = isInstalled("bash");

describe.skipIf(!hasBash)("shell snippets (needs bash)", () => {
	const MARK = " mark";
	let folder = "";
	let expected: string[][] = [];
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "hub-shell-"));
		expected = await splitWords(collect("sh", MARK).map(({ content }) => content));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	/** Runs one bash over all texts, `script` for each as `$file`; output ends with a form feed each. */
	async function forEachText(texts: string[], script: string): Promise<string[]> {
		texts.forEach((text, index) => {
			writeFileSync(join(folder, `${String(index).padStart(5, "0")}.sh`), text);
		});
		const loop = `for file in "$1"/*.sh; do ${script}; printf '\\f'; done`;
		const { stdout } = await runProcess("bash", ["-c", loop, "bash", folder], {
			cwd: folder,
			env: { PATH: process.env["PATH"] ?? "", HOME: folder },
		});
		for (const name of readdirSync(folder)) rmSync(join(folder, name));
		return stdout.toString().split("\f").slice(0, -1);
	}

	async function checkSyntax(texts: string[]): Promise<void> {
		const unique = [...new Set(texts)];
		expect(unique.length).toBeGreaterThan(0);
		expect(await forEachText(unique, '"$BASH" -n "$file" 2>&1')).toEqual(unique.map(() => ""));
		for (const text of unique) expect(text).not.toMatch(/\\[ \t]+(#|$)/m);
	}

	/** The words of every command, as the shell understands them; no command is found, so none runs. */
	async function splitWords(texts: string[]): Promise<string[][]> {
		const script = `(
			PATH=/nonexistent
			command_not_found_handle() { printf '%s\\0' "$@"; }
			. "$file" 2>/dev/null
		)`;
		return (await forEachText(texts, script)).map((output) => output.split("\0"));
	}

	it("are valid, for every library", async () => {
		const own = collect("sh").map(({ content }) => content);
		const foreign = LIBRARIES.flatMap((library) =>
			SAMPLES.slice(0, 3).flatMap(({ model }) => getLibrarySnippets(model, library)),
		).flatMap(({ language, content }) => (language === "sh" ? [content] : []));
		await checkSyntax([...own, ...foreign]);
	});

	it.each(HOSTILE)("treat $title as one word, unchanged", async ({ text: hostile }) => {
		// A zero octet cannot be part of a word: what the shell does with it is not ours to test here.
		const suffix = hostile.replaceAll("\0", "");
		const wicked = collect("sh", suffix).map(({ content }) => content);
		await checkSyntax(wicked);
		expect(expected.flat().filter((word) => word.includes(MARK)).length).toBeGreaterThan(20);
		expect(await splitWords(wicked)).toEqual(
			expected.map((words) => words.map((word) => word.replaceAll(MARK, () => suffix))),
		);
	});

	it("do not treat an id that starts with a hyphen as an option", async () => {
		const snippets = ["depth-pro", "mlx", "ltx", "openasr"].flatMap((library) =>
			getLibrarySnippets({ id: "--help", tags: [], inference: "" }, library),
		);
		const words = await splitWords(snippets.flatMap(({ language, content }) => (language === "sh" ? [content] : [])));
		const bare = words.flatMap((list) =>
			list.filter((word, index) => word === "--help" && !["--", "--model"].includes(list[index - 1] ?? "")),
		);
		expect(words.flat()).toContain("--help");
		expect(bare).toEqual([]);
	});
});
