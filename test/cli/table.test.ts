import { describe, expect, it } from "vitest";
import { parseTable } from "../../src/cli/input/table.ts";

describe("--table", () => {
	it.each([
		["commas", "name,age\nAda,36\nGrace,45\n", { name: ["Ada", "Grace"], age: ["36", "45"] }],
		["semicolons, where the first line has more of them", "a;b;c,d\n1;2;3\n", { a: ["1"], b: ["2"], "c,d": ["3"] }],
		["tabs", "a\tb\n1\t2", { a: ["1"], b: ["2"] }],
		["one column", "a\n1\n2\n", { a: ["1", "2"] }],
		[
			"quoted separators, line breaks and quotes",
			'a,b\n"x, y","1\n2"\n"say ""hi""",3\n',
			{ a: ["x, y", 'say "hi"'], b: ["1\n2", "3"] },
		],
		["quotes inside a cell", 'a,b\n5" pipe,1\n', { a: ['5" pipe'], b: ["1"] }],
		["a byte order mark, CRLF and blank lines", "\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n", { a: ["1", "3"], b: ["2", "4"] }],
		["empty cells", "a,b\n,2\n", { a: [""], b: ["2"] }],
		["JSON by columns", '{"a": ["1", 2], "b": [null, true]}', { a: ["1", "2"], b: ["", "true"] }],
		[
			"JSON with a name of JavaScript's own",
			'[{"constructor": "1"}, {"a": 2}]',
			{ constructor: ["1", ""], a: ["", "2"] },
		],
		["JSON by rows", '[{"a": "1"}, {"a": 2, "b": {"c": 3}}]', { a: ["1", "2"], b: ["", '{"c":3}'] }],
	])("reads %s", async (_, text, table) => {
		expect(await parseTable(text, "t.csv")).toEqual(table);
	});

	it.each([
		["rows of another length", "a,b\n1,2\n3\n", "Row 3 of t.csv has 1 cells, the first line 2."],
		["two columns of one name", "a,a\n1,2\n", 't.csv has two columns named "a".'],
		["a first line alone", "a,b\n", "t.csv has no rows below its first line."],
		["an empty file", "", "t.csv has no rows below its first line."],
		["a quote that is not closed", 'a,b\n"1,2\n', "t.csv cannot be read: "],
		["JSON that is cut", '{"a": [1', "t.csv is not valid JSON: "],
		["JSON of another form", '{"a": 1}', "t.csv is not a table."],
		["an empty list", "[]", "t.csv is not a table."],
		["a row that is null", '[{"a": 1}, null]', "t.csv is not a table."],
		["a row that is a text", '[{"a": 1}, "b"]', "t.csv is not a table."],
	])("rejects %s", async (_, text, message) => {
		const error = await parseTable(text, "t.csv").catch((reason: unknown) => reason);
		expect(error).toMatchObject({ name: "UsageError", code: expect.any(String) });
		expect(String((error as Error).message)).toContain(message);
	});
});
