import { describe, expect, it, vi } from "vitest";
import { Template } from "../../src/template/index.ts";

describe("finalize", () => {
	it.each([
		["{{ x }}|{{ none }}|{{ 1 }}|text", "undefined||1|text"],
		["{{ 'a' if true }}{{ [none] }}", "a[None]"],
		["{% set x = none %}{{ x ~ 'b' }}{% filter upper %}{{ x }}{% endfilter %}", "Noneb"],
		["{% macro m() %}{{ none }}!{% endmacro %}{{ m() }}", "!"],
	])("changes values before they are written: %s", (source, text) => {
		const finalize = (value: unknown) => (value === undefined ? "undefined" : (value ?? ""));
		expect(new Template(source, { finalize }).render()).toBe(text);
	});

	it("comes before escaping", () => {
		const options = { autoescape: true, finalize: (value: string) => `<${value}>` };
		expect(new Template("<{{ x }}>", options).render({ x: "a" })).toBe("<&lt;a&gt;>");
	});
});

describe("policies", () => {
	it.each([
		[
			{ "truncate.leeway": 0 },
			"{{ 'abcdefgh'|truncate(6) }}|{{ 'abcdefgh'|truncate(6, leeway=5) }}",
			"abc...|abcdefgh",
		],
		[
			{ "urlize.rel": "nofollow me" },
			"{{ 'www.a.com'|urlize }}",
			'<a href="https://www.a.com" rel="me nofollow">www.a.com</a>',
		],
		[{ "urlize.rel": null }, "{{ 'www.a.com'|urlize }}", '<a href="https://www.a.com">www.a.com</a>'],
		[
			{ "urlize.target": "_blank" },
			"{{ 'www.a.com'|urlize }}",
			'<a href="https://www.a.com" rel="noopener" target="_blank">www.a.com</a>',
		],
		[{ "urlize.extra_schemes": ["tel:"] }, "{{ 'tel:123'|urlize }}", '<a href="tel:123" rel="noopener">tel:123</a>'],
		[{ "json.dumps_kwargs": { sort_keys: true } }, "{{ {'b': 1, 'a': 'ä'}|tojson }}", '{"a": "ä", "b": 1}'],
		[
			{ "json.dumps_kwargs": { ensure_ascii: true } },
			"{{ 'ä'|tojson }}{{ 'ä'|tojson(ensure_ascii=false) }}",
			'"\\u00e4""ä"',
		],
	])("%j", (policies, source, text) => {
		expect(new Template(source, { policies }).render()).toBe(text);
	});

	it("json.dumps_function writes in place of the engine", () => {
		const dump = vi.fn((value: unknown) => `<${JSON.stringify(value)}>`);
		const policies = { "json.dumps_function": dump, "json.dumps_kwargs": { indent: 2 } };
		expect(new Template("{{ [1]|tojson }}", { policies }).render()).toBe("<[1]>");
		expect(dump).toHaveBeenCalledWith([1], { indent: 2 });
		const html = new Template("{{ [1]|tojson }}", { policies, html_tojson: true });
		expect(html.render()).toBe("\\u003c[1]\\u003e");
	});
});
