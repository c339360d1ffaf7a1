import { describe, expect, it } from "vitest";
import { findLanguage, highlightLine, type OpenConstruct } from "../../../src/cli/markdown/highlight.ts";

/** The pieces of code with a mark, as `mark:text`. */
function marked(name: string, code: string): string[] {
	const language = findLanguage(name);
	if (!language) throw new Error(`no language ${name}`);
	let carry: OpenConstruct;
	return code.split("\n").flatMap((line) => {
		const { spans, carry: next } = highlightLine(line, language, carry);
		carry = next;
		// Nothing of the code is lost or changed.
		expect(spans.map(({ text }) => text).join("")).toBe(line);
		return spans.flatMap(({ text, marks }) => (marks.length > 0 ? [`${marks.join("+")}:${text}`] : []));
	});
}

const CASES: readonly [language: string, code: string, marked: string[]][] = [
	["python", "def f(x): return 'a' # c", ["keyword:def", "name:f", "keyword:return", "string:'a'", "comment:# c"]],
	["py", 'x = """a\nb""" + 1.5e3', ['string:"""a', 'string:b"""', "number:1.5e3"]],
	["ts", "const a = `x\ny`; // end", ["keyword:const", "string:`x", "string:y`", "comment:// end"]],
	["js", 'fetch("http://x/y")', ["name:fetch", 'string:"http://x/y"']],
	["c", "/* a\nb */ int x = 0xFF;", ["comment:/* a", "comment:b */", "keyword:int", "number:0xFF"]],
	["bash", "echo $HOME # x\na#b", ["keyword:echo", "name:$HOME", "comment:# x"]],
	["json", '{"a": [1, true, "b"]}', ['name:"a"', "number:1", "keyword:true", 'string:"b"']],
	["yaml", "key: value # c\nother: 1", ["name:key", "comment:# c", "name:other", "number:1"]],
	["sql", "SELECT a FROM t -- x", ["keyword:SELECT", "keyword:FROM", "comment:-- x"]],
	["rust", "fn main() { let x: &'a str; }", ["keyword:fn", "name:main", "keyword:let", "keyword:str"]],
	["html", '<a href="x">it\'s</a>', ["name:<a", 'string:"x"', "name:</a"]],
	["diff", "@@ -1 +1 @@\n-old\n+new\n same", ["name:@@ -1 +1 @@", "removed:-old", "added:+new"]],
	[
		"go",
		'func f() string { return "a\\"b" }',
		["keyword:func", "name:f", "keyword:string", "keyword:return", 'string:"a\\"b"'],
	],
];

describe("highlighting", () => {
	it.each(CASES)("%s: %s", (language, code, expected) => {
		expect(marked(language, code)).toEqual(expected);
	});

	it("recognizes languages by their usual names, and none by names of JavaScript properties", () => {
		for (const name of ["TypeScript", "sh", "yml", "c++", "C#", "rs", "dockerfile", "kt", "swift", "php", "rb"]) {
			expect(findLanguage(name), name).toBeDefined();
		}
		for (const name of ["", "text", "constructor", "__proto__"]) expect(findLanguage(name)).toBeUndefined();
	});
});
