import { describe, expect, it } from "vitest";
import { Template, type TemplateOptions } from "../../src/template/index.ts";

const SOURCES = {
	plain: "[{% block b %}{% endblock %}]",
	looped: "<{% for i in [1, 2] %}{% block item scoped %}{{ i }}{% endblock %}{% endfor %}>",
	part: "P",
	"part.html": "{{ '<' }}",
	shown: "{{ x is defined }}{{ x }}",
	lib: "{% macro f() %}{{ x }}-{% endmacro %}",
	middle: "{% extends 'plain' %}{% block b %}middle {{ super() }}{% endblock %}",
};

/** Templates made of others; the judge is Jinja2 3.1.6. */
describe("composition", () => {
	it.each<[source: string, expected: string, context?: Record<string, unknown>, options?: TemplateOptions]>([
		["{% extends 'looped' %}{% block item %}{{ loop.index }}{% endblock %}", "<12>"],
		["{% extends 'plain' %}{% set x %}{% include 'part' %}{% endset %}{% block b %}{{ x }}{% endblock %}", "[P]"],
		["{% extends 'plain' %}{% include 'part' %}{% block b %}{% include 'part' %}{% endblock %}", "[P]"],
		["{% if false %}{% else %}{% extends 'plain' %}{% endif %}text{% block b %}B{% endblock %}", "[B]"],
		["{% extends 'middle' %}{% block b %}top {{ super() }}{{ super.super() }}{% endblock %}", "[top middle ]"],
		["before{% extends 'plain' %}after", "before[]"],
		["{% if false %}{% set x = 1 %}{% endif %}{% include 'shown' %}", "True5", { x: 5 }],
		["{% set x = 1 %}{% include 'shown' without context %}{% include 'shown' %}", "FalseTrue1"],
		["{% set x = 1 %}{% include 'shown' with context %}", "True1"],
		["{% include ('no', 'part') %}{% include ['part', 'no'] %}", "PP"],
		["{% block b %}B{% endblock %}{% include 'plain' %}", "B[]"],
		["{% set x = 1 %}{% import 'lib' as l %}{{ l.f() }}", "-"],
		["{% set x = 1 %}{% import 'lib' as l with context %}{{ l.f() }}", "1-"],
		["{% set x = 1 %}{% import 'lib' as l without context %}{{ l.f() }}", "-"],
		["{% from 'lib' import f as g %}{{ g() }}{{ f is defined }}", "-False"],
		["{% set x = 1 %}{% with x = 2, y = x %}{{ x }}{{ y }}{% endwith %}{{ x }}", "211"],
		[
			"{% include 'part.html' %}{{ ['<', '&'|safe]|join }}{% macro m() %}{{ '<' }}{% endmacro %}{{ m()|e }}",
			"&lt;<&&lt;",
			{},
			{ autoescape: (name) => name === "part.html" },
		],
	])("%s → %s", (source, expected, context, options) => {
		expect(new Template(source, { loader: SOURCES, ...options }).render(context)).toBe(expected);
	});

	it.each([
		["{% for x in [1] %}{% block b %}{% break %}{% endblock %}{% endfor %}", "'break' not properly in loop"],
		[
			"{% extends 'plain' %}{% block b %}{% extends 'plain' %}{% endblock %}",
			"cannot use extend from a non top-level scope",
		],
		["{% extends 'plain' %}{% extends 'plain' %}", "extended multiple times"],
		["{% include ('no', 'nope') %}", "none of the templates given were found: no, nope"],
		["{% include nothing ignore missing %}", "'nothing' is undefined"],
		["{% block b required %}{% endblock %}", "Required block 'b' not found"],
	])("%s fails: %s", (source, message) => {
		expect(() => new Template(source, { loader: SOURCES }).render()).toThrow(message);
	});

	it.each(["{% include 'me' %}", "{% import 'me' as x %}", "{% extends 'me' %}"])("limits the depth of %s", (me) => {
		const options = { loader: { me }, limits: { max_depth: 5 } };
		expect(() => new Template(me, options).render()).toThrow("template calls are nested deeper than 5 levels");
	});
});
