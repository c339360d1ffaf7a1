import { describe, expect, it } from "vitest";
import { encodePath, quote, quoteShell } from "../../src/snippets/quote.ts";

describe("quote", () => {
	it.each([
		["org/name", '"org/name"'],
		["", '""'],
		['say "hi"\\', '"say \\"hi\\"\\\\"'],
		["two\nlines\ttab", '"two\\nlines\\ttab"'],
		["Zürich 日本語 😀", '"Zürich 日本語 😀"'],
		["\u0000\u007f\u009b\u2028\u202e", '"\\u0000\\u007f\\u009b\\u2028\\u202e"'],
		["\ud800", '"\\ud800"'],
	])("writes %j as %s", (text, literal) => {
		expect(quote(text)).toBe(literal);
		expect(JSON.parse(quote(text))).toBe(text);
	});
});

describe("quoteShell", () => {
	it.each([
		["org/name-1.5_b", "org/name-1.5_b"],
		["--flag=value", "--flag=value"],
		["", "''"],
		["two words", "'two words'"],
		["it's", "'it'\\''s'"],
		["$HOME `ls` \\ !x", "'$HOME `ls` \\ !x'"],
		["=cmd", "'=cmd'"],
		["~", "'~'"],
		["日本語", "'日本語'"],
		["a\nb'\\", "$'a\\x0ab\\'\\\\'"],
		["\u2028", "$'\\xe2\\x80\\xa8'"],
	])("writes %j as %s", (text, word) => {
		expect(quoteShell(text)).toBe(word);
	});
});

describe("encodePath", () => {
	it.each([
		["org/name-1.5_b", "org/name-1.5_b"],
		["a b/{c}?d#e%'\"", "a%20b/%7Bc%7D%3Fd%23e%25%27%22"],
		["é\n", "%C3%A9%0A"],
		["\ud800", "%EF%BF%BD"],
	])("writes %j as %s", (text, path) => {
		expect(encodePath(text)).toBe(path);
	});
});
