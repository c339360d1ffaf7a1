import { describe, expect, it } from "vitest";
import { Template, TemplateLimitError, untrustedLimits } from "../../src/template/index.ts";
import { check } from "./cases.ts";
import { contextOf, corpus } from "./corpus.ts";

/** Templates that would run for minutes or forever. Each must end by its limit. */
const HOSTILE: Readonly<Record<string, string>> = {
	empty:
		"{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
	comment: "{% for a in range(99999) %}{% for b in range(99999) %}{# x #}{% endfor %}{% endfor %}",
	wordwrap: "{{ ('a '*5000000)|wordwrap(1)|length }}",
	dash: "{{ ('-'*5000000)|wordwrap(1)|length }}{{ ('a-'*5000000)|wordwrap(10)|length }}",
	sum: "{{ ([[1]*1000]*100000)|sum(start=[])|length }}",
	sort: "{% for i in range(99999) %}{% set x = range(90000)|list|sort %}{% endfor %}",
	count: "{% set s = 'ab'*20000000 %}{% for i in range(99999) %}{{ s.count('b') }}{% endfor %}",
	grow: "{% set ns = namespace(l=[1]) %}{% for i in range(99999) %}{% set ns.l = ns.l + [i] %}{% for j in range(10) %}{% set ns.l = ns.l + [i] %}{% endfor %}{% endfor %}",
	list: "{% for i in range(3000) %}{% set x = range(99999)|list %}{% endfor %}",
	kmp: "{{ ('a'*20000000).find('a'*1000000 ~ 'b' ~ 'a'*1000000) }}{{ ('a'*20000000).rfind('a'*1000000 ~ 'b' ~ 'a'*1000000) }}{{ ('a'*1000000 ~ 'b' ~ 'a'*1000000) in ('a'*20000000) }}",
	chars: "{{ ('🙂'*20000000)|list|length }}",
	split: "{{ ('a,'*20000000).split(',')|length }}",
	words: "{{ ('a '*20000000).split()|length }}",
	title: "{{ ('a '*20000000)|title|length }}{{ ('aΣ'*20000000)|title|length }}",
	replace: "{% for i in range(9999) %}{% set x = ('a'*20000000)|replace('', 'b', 5) %}{% endfor %}",
	repr: "{% set ns = namespace(l=[1,2]) %}{% for i in range(99) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}",
	eq: "{% set ns = namespace(l=[1,2], m=[1,2]) %}{% for i in range(22) %}{% set ns.l = [ns.l, ns.l] %}{% set ns.m = [ns.m, ns.m] %}{% endfor %}{% for i in range(9999) %}{% set x = ns.l == ns.m %}{% endfor %}",
	macro: "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}",
	urlize: "{{ ('a.b '*10000000)|urlize|length }}",
	striptags: "{{ ('<'*5000000 ~ '>'*5000000)|striptags|length }}{{ ('<a>'*10000000)|striptags|length }}",
	urlencode: "{{ ('é'*20000000)|urlencode|length }}",
	escape: "{{ ('<'*20000000)|e|length }}",
	pprint: "{{ ('\\x01'*9000000)|pprint|length }}{{ ([[1]*100]*90000)|pprint|length }}",
	join: "{{ ([1]*9000000)|join(',')|length }}",
	tojson: "{{ ([{}]*9000000)|tojson|length }}",
	lipsum: "{{ lipsum(n=10000, min=9000, max=9999)|length }}",
	filterloop:
		"{% for i in range(99999) if false %}{% endfor %}{% for a in range(99999) %}{% for i in range(99999) if false %}{% endfor %}{% endfor %}",
	map: "{% for a in range(99999) %}{% set x = range(99999)|map('string')|select('eq','x')|list %}{% endfor %}",
	strip: "{{ ('a'*40000000 ~ 'b').strip('a')|length }}{{ (' '*40000000 ~ 'b').strip()|length }}",
	wrap1: "{{ ('a'*40000000)|wordwrap(1)|length }}",
	fmt: "{{ ('{}'*5000000).format(*([1]*5000000))|length }}",
	strf: "{{ strftime_now('%Y'*10000000)|length }}",
	xml: "{{ dict([['a','b']]*5000000)|xmlattr }}",
	group: "{{ ([{'a':1}]*5000000)|groupby('a')|length }}",
	dictsort: "{{ ('ab'*9000000)|list|unique|list }}",
	nested: "{% for a in 'ab'*20000000 %}{% endfor %}",
	cycle: "{% for a in range(99999) %}{% for b in range(99999) %}{{ loop.cycle('a','b') }}{% endfor %}{% endfor %}",
	wc: "{{ ('a '*20000000)|wordcount }}",
	trunc: "{{ ('🙂 '*15000000)|truncate(20000000)|length }}",
	exptab: "{{ ('\\t'*5000000).expandtabs()|length }}",
	casefold: "{{ ('ıa'*20000000).casefold()|length }}",
	lines: "{{ ('a\\n'*20000000).splitlines()|length }}{{ ('a\\n'*20000000)|indent|length }}",
};

/** Milliseconds allowed, and milliseconds after which a render counts as unstoppable: machines may be busy. */
const MAX_TIME = 10;
const UNSTOPPABLE = 5_000;

describe("hostile templates end soon after max_time", () => {
	for (const [name, source] of Object.entries(HOSTILE))
		it(name, () => {
			const template = new Template(source, { limits: { max_time: MAX_TIME } });
			const start = performance.now();
			expect(() => template.render()).toThrow(TemplateLimitError);
			expect(performance.now() - start).toBeLessThan(UNSTOPPABLE);
		});
});

describe("max_steps counts", () => {
	const rows: [what: string, source: string][] = [
		["iterations of empty loops", "{% for i in range(1000) %}{% endfor %}"],
		["iterations of loops that hold a comment", "{% for i in range(1000) %}{# nothing #}{% endfor %}"],
		["items that a condition drops", "{% for i in range(1000) if false %}{% endfor %}"],
		["items that filters walk over", "{{ range(1000)|list|length }}"],
		["items that methods walk over", "{{ ([1] * 1000).count(2) }}"],
		["comparisons of a sort", "{{ range(400)|list|sort|first }}"],
		["characters that filters walk over", "{{ ('a' * 32000)|upper|length }}"],
		["characters that methods walk over", "{{ ('a' * 32000).count('b') }}"],
		["characters of texts that are compared", "{% set text = 'a' * 20000 %}{{ text < text }}"],
		["items put into a list", "{{ ([1] * 500 + [2] * 500)|length }}"],
		["characters put into a string", "{{ ('a' * 40000)|length }}"],
		["members of values that are printed", "{{ [[1] * 400, [2] * 400] }}"],
		["calls", "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(9) }}"],
	];
	for (const [what, source] of rows)
		it(what, () => {
			expect(() => new Template(source, { limits: { max_steps: 900 } }).render()).toThrow(
				"the template takes more than 900 steps",
			);
			expect(() => new Template(source).render()).not.toThrow();
		});

	it("escaped characters, as one step each", () => {
		const render = (count: number) =>
			new Template(`{{ ('<' * ${count})|e|length }}`, { limits: { max_steps: 900 } }).render();
		expect(render(700)).toBe("2800");
		expect(() => render(900)).toThrow("the template takes more than 900 steps");
	});
});

it("an aborted signal stops a render before it begins", () => {
	const reason = new Error("enough");
	const template = new Template("{{ f() }}");
	const context = { f: () => expect.fail("the template ran") };
	expect(() => template.render(context, { signal: AbortSignal.abort(reason) })).toThrow(reason);
	expect(template.render({ f: () => "ran" }, { signal: new AbortController().signal })).toBe("ran");
});

describe("real templates stay within the limits for untrusted templates", () => {
	it.skipIf(!corpus)("are read from ../shared/spec/chat-templates.json", () => {
		expect(corpus?.templates.length).toBeGreaterThan(0);
	});

	for (const [turn, { name, template, cases }] of (corpus?.templates ?? []).entries())
		it(name, () => {
			for (const item of cases)
				check(
					() =>
						new Template(template, { now: new Date("2024-07-26T14:05:09"), limits: untrustedLimits }).render(
							contextOf(item),
						),
					item,
				);
			const messages = Array.from({ length: turn % 4 === 0 ? 400 : 100 }, (_, index) => ({
				role: index % 2 === 0 ? "user" : "assistant",
				content: `Message ${index} ${"with some words ".repeat(40)}`,
			}));
			const render = (): string =>
				new Template(template, { limits: untrustedLimits }).render({ messages, bos_token: "", eos_token: "" });
			try {
				render();
			} catch (error) {
				expect(error).not.toBeInstanceOf(TemplateLimitError);
			}
		});
});
