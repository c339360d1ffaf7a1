import { describe, expect, it } from "vitest";
import { code, commaList, lines, operand, python, sh } from "../../../src/snippets/library/snippet.ts";

describe("snippet tags", () => {
	it("remove the margin and keep deeper indentation, blank lines and backslashes", () => {
		const { language, content } = python`
			first

				deeper \
			    four blanks "\n"
		`;
		expect(language).toBe("python");
		expect(content).toBe('first\n\n\tdeeper \\\n    four blanks "\\n"');
	});

	it("measure the margin even if a line starts with a value", () => {
		expect(
			python`
			${code("a")}
				b
		`.content,
		).toBe("a\n\tb");
	});

	it("quote strings for the language and leave code and numbers bare", () => {
		expect(python`f(${"it's"}, ${2}, ${code("x")})`.content).toBe('f("it\'s", 2, x)');
		expect(sh`run ${"it's"} ${2} ${sh`--flag ${"a b"}`}`.content).toBe("run 'it'\\''s' 2 --flag 'a b'");
	});

	it("indent every line of inserted code like its first", () => {
		const list = code('[\n    "a",\n]');
		expect(
			python`
			if x:
			    names = ${list}
		`.content,
		).toBe('if x:\n    names = [\n        "a",\n    ]');
	});

	it("quote other values that a record contains in place of a string", () => {
		const posing = JSON.parse('{"content": "INJECTED()"}') as string;
		expect(python`f(${posing})`.content).toBe('f("{\\"content\\":\\"INJECTED()\\"}")');
		expect(sh`run ${JSON.parse('["a b"]') as string}`.content).toBe(`run '["a b"]'`);
	});
});

describe("code fragments", () => {
	it("leave no gap for omitted ones", () => {
		expect(lines(code("a"), undefined, code("b")).content).toBe("a\nb");
		expect(commaList(code("a"), undefined, code("b")).content).toBe("a, b");
	});
});

describe("operand", () => {
	it.each([
		["org/name", "org/name"],
		["-rf", "-- -rf"],
		["-a b", "-- '-a b'"],
	])("writes %j as %s", (word, written) => {
		expect(operand(word).content).toBe(written);
	});
});
