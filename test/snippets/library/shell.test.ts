import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLibrarySnippets } from "../../../src/snippets/library/index.ts";
import { collect, HOSTILE, LIBRARIES, SAMPLES } from "./samples.ts";

const hasBash = spawnSync("bash", ["--version"]).status === 0;

describe.skipIf(!hasBash)("shell snippets (needs bash)", () => {
	const MARK = " mark";
	let folder = "";
	let expected: string[][] = [];
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), "hub-shell-"));
		expected = splitWords(collect("sh", MARK).map(({ content }) => content));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	/** Runs one bash over all texts, `script` for each as `$file`; output ends with a form feed each. */
	function forEachText(texts: string[], script: string): string[] {
		texts.forEach((text, index) => {
			writeFileSync(join(folder, `${String(index).padStart(5, "0")}.sh`), text);
		});
		const loop = `for file in "$1"/*.sh; do ${script}; printf '\\f'; done`;
		const { stdout } = spawnSync("bash", ["-c", loop, "bash", folder], {
			cwd: folder,
			encoding: "utf8",
			maxBuffer: 2 ** 26,
		});
		for (const name of readdirSync(folder)) rmSync(join(folder, name));
		return stdout.split("\f").slice(0, -1);
	}

	function checkSyntax(texts: string[]): void {
		const unique = [...new Set(texts)];
		expect(unique.length).toBeGreaterThan(0);
		expect(forEachText(unique, '"$BASH" -n "$file" 2>&1')).toEqual(unique.map(() => ""));
		for (const text of unique) expect(text).not.toMatch(/\\[ \t]+(#|$)/m);
	}

	/** The words of every command, as the shell understands them; no command is found, so none runs. */
	function splitWords(texts: string[]): string[][] {
		const script = `(
			PATH=/nonexistent
			command_not_found_handle() { printf '%s\\0' "$@"; }
			. "$file" 2>/dev/null
		)`;
		return forEachText(texts, script).map((output) => output.split("\0"));
	}

	it("are valid, for every library", () => {
		const own = collect("sh").map(({ content }) => content);
		const foreign = LIBRARIES.flatMap((library) =>
			SAMPLES.slice(0, 3).flatMap(({ model }) => getLibrarySnippets(model, library)),
		).flatMap(({ language, content }) => (language === "sh" ? [content] : []));
		checkSyntax([...own, ...foreign]);
	});

	it.each(HOSTILE)("treat $title as one word, unchanged", ({ text: hostile }) => {
		// A zero octet cannot be part of a word: what the shell does with it is not ours to test here.
		const suffix = hostile.replaceAll("\0", "");
		const wicked = collect("sh", suffix).map(({ content }) => content);
		checkSyntax(wicked);
		expect(expected.flat().filter((word) => word.includes(MARK)).length).toBeGreaterThan(20);
		expect(splitWords(wicked)).toEqual(
			expected.map((words) => words.map((word) => word.replaceAll(MARK, () => suffix))),
		);
	});

	it("do not treat an id that starts with a hyphen as an option", () => {
		const snippets = ["depth-pro", "mlx", "ltx", "openasr"].flatMap((library) =>
			getLibrarySnippets({ id: "--help", tags: [], inference: "" }, library),
		);
		const words = splitWords(snippets.flatMap(({ language, content }) => (language === "sh" ? [content] : [])));
		const bare = words.flatMap((list) =>
			list.filter((word, index) => word === "--help" && !["--", "--model"].includes(list[index - 1] ?? "")),
		);
		expect(words.flat()).toContain("--help");
		expect(bare).toEqual([]);
	});
});
