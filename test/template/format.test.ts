import { describe, expect, it } from "vitest";
import { format, parse, Template, tokenize } from "../../src/template/index.ts";
import { readFixtures, renderOrExplain } from "./cases.ts";

describe("formatting the fixtures", () => {
	for (const { name, template, context, options, error } of readFixtures()) {
		if (error?.kind === "syntax") continue;
		it(`${name} renders the same, and formatting is idempotent`, () => {
			const original = new Template(template, options);
			const formatted = new Template(original.format(), options);
			expect(formatted.format()).toBe(original.format());
			expect(renderOrExplain(formatted, context)).toBe(renderOrExplain(original, context));
		});
	}
});

describe("format", () => {
	const rows: [source: string, formatted: string][] = [
		["{# note #}\nx", '{# note #}\n{{- "x" -}}'],
		["{% with a = 1, b = 2 %}{{ a }}{% endwith %}", "{%- with a=1, b=2 -%}\n\t{{- a -}}\n{%- endwith -%}"],
		[
			"{% for x in (a if b else c) recursive %}{{ loop(x) }}{% endfor %}",
			"{%- for x in (a if b else c) recursive -%}\n\t{{- loop(x) -}}\n{%- endfor -%}",
		],
		["{% generation %}x{% endgeneration %}", '{%- generation -%}\n\t{{- "x" -}}\n{%- endgeneration -%}'],
		["{{ (a == b) != (c == d) }}", "{{- (a == b) != (c == d) -}}"],
		["{{ (a is odd) is true }}", "{{- (a is odd) is true -}}"],
		["{{ (a is odd) in b }}{{ 1 < (a is odd) in b }}", "{{- (a is odd) in b -}}\n{{- 1 < (a is odd) in b -}}"],
		["{{ (a is odd) if b }}{{ 1 if a is odd else 2 }}", "{{- (a is odd) if b -}}\n{{- 1 if a is odd else 2 -}}"],
		[
			"{% for x in y if (a is odd) recursive %}{% endfor %}",
			"{%- for x in y if (a is odd) recursive -%}\n\n{%- endfor -%}",
		],
		["{% import (a ~ (b is odd)) as c %}", "{%- import (a ~ b is odd) as c -%}"],
		["{{ +(1e-9) }}{{ -(5) }}", "{{- 1e-09 -}}\n{{- -5 -}}"],
		["{{ -(a | abs) }}{{ (-1).real }}{{ 2 ** -1 }}", "{{- -(a | abs) -}}\n{{- (-1).real -}}\n{{- 2 ** -1 -}}"],
		[
			"{% include ['a', b] ignore missing without context %}",
			'{%- include ["a", b] ignore missing without context -%}',
		],
		["{% from 'lib' import a, b as c with context %}", '{%- from "lib" import a, b as c with context -%}'],
		[
			"{% autoescape true %}<b>{{ x }}{% endautoescape %}",
			'{%- autoescape true -%}\n\t{{- "<b>" | safe -}}\n\t{{- x -}}\n{%- endautoescape -%}',
		],
	];
	for (const [source, formatted] of rows)
		it(source, () => {
			expect(new Template(source).format()).toBe(formatted);
			expect(format(parse(tokenize(source, { trim_blocks: true })))).toBe(formatted);
		});
});
