import { expect, it } from "vitest";
import { fitExcerpt } from "../../src/cli/errors/report.ts";

const LINE = "{{ m.role }} and a very long line that goes beyond {{ m.content | nofilter }} and more after it";
const at = (column: number, source = LINE): string => `${source}\n${" ".repeat(column)}^`;

const rows: [name: string, excerpt: string, columns: number | undefined, shown: string][] = [
	["keeps everything in a pipe", at(66), undefined, at(66)],
	["keeps text that fits", at(5, "{{ a b }}"), 40, at(5, "{{ a b }}")],
	["truncates both sides around the mark", at(66), 40, at(20, "…ond {{ m.content | nofilter }} and mor…")],
	["truncates the end", at(3), 20, at(3, "{{ m.role }} and a…")],
	["truncates the start", at(93), 20, at(18, "…} and more after it")],
	["counts wide characters as two columns", at(8, "{{ '日本' b }}"), 40, at(10, "{{ '日本' b }}")],
	["keeps a mark after the end visible", at(10, "0123456789"), 10, at(9, "…23456789")],
	["shows a tab as one space", "\t{{ a b }}\n\t     ^", 40, at(6, " {{ a b }}")],
];

for (const [name, excerpt, columns, shown] of rows)
	it(name, () => {
		expect(fitExcerpt(excerpt, columns)).toBe(shown);
	});
