import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Language, Parser } from "@vscode/tree-sitter-wasm";
import { beforeAll, describe, expect, it } from "vitest";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../src/cli/commands/completion/hub.ps1"), "utf8");
let parser: Parser;

beforeAll(async () => {
	await Parser.init();
	parser = new Parser();
	const grammar = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm");
	parser.setLanguage(await Language.load(grammar));
});

const isRight = (code: string): boolean => parser.parse(code)?.rootNode.hasError === false;

/** PowerShell itself is installed on few machines: its grammar, as editors read it, says what cannot be read at all. */
describe("the script for PowerShell", () => {
	it("is read without an error by PowerShell's grammar", () => {
		expect(isRight(SCRIPT)).toBe(true);
	});

	it.each([
		["a bracket is missing", /\}\s*$/, ""],
		["a condition is not closed", "-eq 0)", "-eq 0"],
		["a text is not closed", "'files'", "'files"],
		["an operator has no right side", '-split "`t", 2', "-split"],
	])("would not be read where %s", (_, part, changed) => {
		const broken = SCRIPT.replace(part, changed);
		expect(broken).not.toBe(SCRIPT);
		expect(isRight(broken)).toBe(false);
	});

	it("quotes the sign before the words, which npm's own script for PowerShell would take", () => {
		expect(SCRIPT).toContain("__complete '--' @words $current");
		expect(SCRIPT).not.toMatch(/__complete --/);
	});
});
