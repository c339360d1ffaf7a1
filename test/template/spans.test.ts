import { describe, expect, it } from "vitest";
import { Template } from "../../src/template/index.ts";

const cut = (source: string, context: Record<string, unknown> = {}): string[] => {
	const template = new Template(source);
	const { text, spans } = template.render(context, { spans: true });
	expect(text).toBe(template.render(context));
	return spans.map(({ start, end }) => text.slice(start, end));
};

describe("render with spans", () => {
	it("returns the positions of generation blocks, in UTF-16 units", () => {
		const { text, spans } = new Template("🙂{% generation %}a🙂{% endgeneration %}.").render({}, { spans: true });
		expect({ text, spans }).toEqual({ text: "🙂a🙂.", spans: [{ start: 2, end: 5 }] });
	});

	it("distinguishes blocks from equal user text", () => {
		const source =
			"{% for m in messages %}<{{ m.role }}>{% if m.role == 'assistant' %}{% generation %}{{ m.content }}!{% endgeneration %}{% else %}{{ m.content }}!{% endif %}{% endfor %}";
		const messages = ["user", "assistant", "user", "assistant"].map((role) => ({ role, content: "Hi" }));
		expect(cut(source, { messages })).toEqual(["Hi!", "Hi!"]);
		const { spans } = new Template(source).render({ messages }, { spans: true });
		expect(spans).toEqual([
			{ start: 20, end: 23 },
			{ start: 43, end: 46 },
		]);
	});

	it("returns none without such blocks", () => {
		expect(cut("{% set x %}a{% endset %}{{ x }}")).toEqual([]);
	});

	it.each([
		[
			"a macro",
			"{% macro m(t) %}<{% generation %}{{ t }}🙂{% endgeneration %}>{% endmacro %}{{ m('a') }}-{{ m('b') }}",
		],
		["a captured text", "{% set x %}<{% generation %}a🙂{% endgeneration %}>{% endset %}{{ x }}-{{ x }}"],
		[
			"a call block",
			"{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{% generation %}a🙂{% endgeneration %}{% endcall %}",
		],
		["a filter block", "{% filter replace('x', 'y') %}x{% generation %}a🙂{% endgeneration %}{% endfilter %}"],
		["a block", "{% block b %}<{% generation %}a🙂{% endgeneration %}>{% endblock %}"],
	])("finds blocks in %s", (_, source) => {
		const found = cut(source);
		expect(found.length).toBeGreaterThan(0);
		for (const text of found) expect(text).toMatch(/^[ab]🙂$/);
	});

	it("finds blocks in included and extended templates, escaped or not", () => {
		const loader = {
			turn: "<{% generation %}{{ text }}{% endgeneration %}>",
			base: "[{% block b %}{% endblock %}]",
		};
		for (const source of [
			"{% include 'turn' %}",
			"{% extends 'base' %}{% block b %}{% include 'turn' %}{% endblock %}",
		]) {
			const { text, spans } = new Template(source, { loader, autoescape: true }).render(
				{ text: "a&b" },
				{ spans: true },
			);
			expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(["a&amp;b"]);
		}
	});

	it.each([
		["trimmed", "{{ m()|trim }}", ["a b"]],
		["cut at its blanks", "<{{ m()[1:] }}>", ["a b"]],
		["measured", "{{ m()|length }}:{{ m() }}", [" a b "]],
		["measured, then captured", "{% set x = m() %}{{ x|length }}:{{ x|trim }}", ["a b"]],
		["trimmed, between equal texts", "ab {{ m()|trim }} a b", ["a b"]],
		["trimmed, twice", "{{ m()|trim }} a b {{ m()|trim }}", ["a b", "a b"]],
		[
			"measured, twice",
			"{% for i in [1, 2] %}{% set x = m() %}{{ x|length }}<{{ x|trim }}>{% endfor %}",
			["a b", "a b"],
		],
		["compared", "{{ 'same' if m() == ' a b ' }} {% set x = m() %}{{ x }}", [" a b "]],
	])("finds text that code has %s, seeing a plain string", (_, use, wanted) => {
		const source = `{% macro m() %}{% generation %} a b {% endgeneration %}{% endmacro %}${use}`;
		expect(cut(source)).toEqual(wanted);
	});

	it("finds equal turns after a template captures, trims and measures them", () => {
		const turn =
			"{% set text %}{% generation %} {{ m.content }}\n{% endgeneration %}{% endset %}<a>{{ text|trim if text|length > 1 }}</a>";
		const messages = ["Hi", "Hi", "", "Hi"].map((content) => ({ content }));
		expect(cut(`{% for m in messages %}<u>Hi?</u>${turn}{% endfor %}`, { messages })).toEqual(["Hi", "Hi", "", "Hi"]);
	});

	it("fails if the text is missing or ambiguous", () => {
		for (const change of [
			"{{ m()|length }}",
			"{{ m()|reverse }}",
			"{{ 'x' if m() == ' ab ' }}",
			"{% set x = m() %}{{ x|length }} ab, ab",
		])
			expect(() => cut(`{% macro m() %}{% generation %} ab {% endgeneration %}{% endmacro %}${change}`)).toThrow(
				"the spans are not known",
			);
	});
});
