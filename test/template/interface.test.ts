import { describe, expect, it } from "vitest";
import {
	compile,
	Environment,
	Interpreter,
	isTemplateError,
	parse,
	SecurityError,
	Template,
	TemplateError,
	TemplateLimitError,
	TemplateNotFound,
	type TemplateOptions,
	TemplateRuntimeError,
	TemplateSyntaxError,
	tokenize,
	UndefinedError,
} from "../../src/template/index.ts";
import { float } from "../../src/template/values/value.ts";

const render = (source: string, context: Record<string, unknown> = {}, options: TemplateOptions = {}): string =>
	new Template(source, options).render(context);

function catchError(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error;
	}
	return expect.fail("expected an error");
}

describe("tokenize", () => {
	const rows: [source: string, tokens: [value: string, type: string][]][] = [
		["", []],
		["a\n", [["a", "Text"]]],
		[
			"x {{- a.b }}",
			[
				["x", "Text"],
				["{{", "OpenExpression"],
				["a", "Identifier"],
				[".", "Dot"],
				["b", "Identifier"],
				["}}", "CloseExpression"],
			],
		],
		[
			"{{ -5 - x ** -y }}",
			[
				["{{", "OpenExpression"],
				["-5", "NumericLiteral"],
				["-", "AdditiveBinaryOperator"],
				["x", "Identifier"],
				["**", "ExponentiationBinaryOperator"],
				["-", "UnaryOperator"],
				["y", "Identifier"],
				["}}", "CloseExpression"],
			],
		],
		[
			"{%- if 'a\\n' == \"b\" -%}",
			[
				["{%", "OpenStatement"],
				["if", "Identifier"],
				["a\n", "StringLiteral"],
				["==", "ComparisonBinaryOperator"],
				["b", "StringLiteral"],
				["%}", "CloseStatement"],
			],
		],
		["{#- note -#}", [[" note ", "Comment"]]],
		["{% raw %}{{ x }}{% endraw %}", [["{{ x }}", "Text"]]],
	];
	for (const [source, tokens] of rows)
		it(JSON.stringify(source), () => {
			expect(tokenize(source).map(({ value, type }) => [value, type])).toEqual(tokens);
		});

	it("removes white space around blocks only on request", () => {
		const source = "a\n  {% x %}\nb";
		expect(tokenize(source)[0]?.value).toBe("a\n  ");
		expect(tokenize(source, { lstrip_blocks: true, trim_blocks: true }).map(({ value }) => value)).toEqual([
			"a\n",
			"{%",
			"x",
			"%}",
			"b",
		]);
	});

	it("rejects malformed tokens, but not errors that only the parser can find", () => {
		for (const source of ["{{ a", "{{ 'a }}", "{{ a ? b }}", "{# a", "{% raw %}"])
			expect(() => tokenize(source), source).toThrow(TemplateSyntaxError);
		for (const source of ["{{", "{{ (1 }}", "{% nope %}", "{% endif %}"]) {
			const tokens = tokenize(source);
			expect(() => parse(tokens), source).toThrow(TemplateSyntaxError);
		}
	});
});

describe("parse", () => {
	it("returns the syntax tree", () => {
		expect(parse(tokenize("a{{ b | c(1) }}"))).toMatchObject({
			type: "Program",
			body: [
				{ type: "StringLiteral", value: "a" },
				{
					type: "FilterExpression",
					operand: { type: "Identifier", value: "b" },
					filter: {
						type: "CallExpression",
						callee: { type: "Identifier", value: "c" },
						args: [{ type: "IntegerLiteral", value: 1 }],
					},
				},
			],
		});
		expect(parse(tokenize("{{ a < b < c }}")).body[0]).toMatchObject({
			type: "ComparisonChain",
			rest: [{ operator: { value: "<" } }, { operator: { value: "<" } }],
		});
	});

	it("accepts any assignment target, and fails at run time", () => {
		const program = parse(tokenize("{% set a['b'] = 1 %}"));
		expect(program.body[0]).toMatchObject({ type: "Set", assignee: { type: "MemberExpression", computed: true } });
		expect(() => new Interpreter().run(program)).toThrow(TemplateSyntaxError);
		expect(() => new Template("{% set a['b'] = 1 %}")).toThrow(TemplateSyntaxError);
	});

	it("rejects nesting that would exhaust the stack", () => {
		for (const source of [
			`{{ ${"(".repeat(5000)}1${")".repeat(5000)} }}`,
			`{{ ${"[".repeat(5000)} }}`,
			`{{ 1${" + 1".repeat(5000)} }}`,
			`{{ x${".a".repeat(5000)} }}`,
			`{{ x${"|e".repeat(5000)} }}`,
			`{{ ${"not ".repeat(5000)}x }}`,
			"{% if x %}".repeat(5000),
		])
			expect(() => new Template(source), source.slice(0, 20)).toThrow(TemplateSyntaxError);
		expect(render(`{% if a %}${"{% elif a %}".repeat(3000)}{% else %}end{% endif %}`)).toBe("end");
	});
});

describe("Environment and Interpreter", () => {
	it("render a program in a scope", () => {
		const outer = new Environment();
		outer.set("name", "moon");
		const environment = new Environment(outer);
		environment.set("count", 2);
		const program = parse(tokenize("{{ count }} {{ name }}{% set ns = namespace(a=1) %} {{ ns.a }}"));
		expect(new Interpreter(environment).run(program).value).toBe("2 moon 1");
	});

	it("declare each name once", () => {
		const environment = new Environment();
		environment.set("a", 1);
		expect(() => environment.set("a", 2)).toThrow(new SyntaxError("Variable already declared: a"));
		environment.setVariable("a", 3);
		expect(environment.lookupVariable("a")).toBe(3);
		expect(new Environment(environment).lookupVariable("a")).toBe(3);
	});
});

describe("Template", () => {
	it("renders any number of times without shared state", () => {
		const template = new Template("{% set ns = namespace(n=x) %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{{ y }}");
		expect([template.render({ x: 1, y: "a" }), template.render({ x: 2 }), template.render({ x: 1 })]).toEqual([
			"2a",
			"3",
			"2",
		]);
		expect(compile("{{ a }}")({ a: 1 })).toBe("1");
		expect(new Template("{{ range }}").render({ range: 5 })).toBe("5");
	});

	it("accepts Maps, bigints, wrapped floats and functions from the host", () => {
		const context = {
			map: new Map<unknown, unknown>([
				["b", 1],
				[2, "two"],
			]),
			big: 2n ** 64n,
			one: float(1),
			add: (a: number, b: number, options?: { plus: number }) => a + b + (options?.plus ?? 0),
			nothing: () => undefined,
			apply: (callback: (text: string) => string) => callback("x"),
		};
		expect(
			render("{{ map }}{{ map[2] }}{{ map[2.0] }}{{ big }} {{ one }} {{ add(1, 2, plus=3) }} {{ nothing() }}", context),
		).toBe("{'b': 1, 2: 'two'}twotwo18446744073709551616 1.0 6 None");
		expect(render("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ apply(m) }}", context)).toBe("<x>");
	});

	it("accepts filters, tests and globals from the host", () => {
		const options: TemplateOptions = {
			filters: { shout: (text: string, mark: string) => text.toUpperCase() + mark, upper: () => "mine" },
			tests: { long: (text: string) => text.length > 3 },
			globals: { answer: 42 },
		};
		expect(render("{{ 'a' | shout('!') }}{{ 'a' | upper }}{{ 'abcd' is long }}{{ answer }}", {}, options)).toBe(
			"A!mineTrue42",
		);
	});

	it("reports unknown filters when checked or rendered, but still formats", () => {
		const template = new Template("{{ x | nope }}");
		expect(template.format()).toBe("{{- x | nope -}}");
		expect(() => template.check()).toThrow("No filter named 'nope'.");
		expect(() => template.render()).toThrow("No filter named 'nope'.");
		expect(() => new Template("{{ x | upper }}").check()).not.toThrow();
	});

	it("follows the reference on request", () => {
		const rows: [source: string, text: string][] = [
			["{{ true }}{{ none }}|{{ ['a', none, true] }}{{ {'a': 1} }}", 'true|["a", null, true]{"a": 1}'],
			["{{ 'n: ' + 1 }}{{ 1 + ' n' }}", "n: 11 n"],
			["{{ a.b.c }}|{{ none.x.y }}|{{ a | tojson }}", "||null"],
			["{{ ([1, 2] | map('string'))[1] }}{{ [0, 1] | select | length }}", "21"],
		];
		for (const [source, text] of rows) expect(render(source, {}, { compat: "reference" })).toBe(text);
	});
});

describe("errors", () => {
	it("mark the position in the source", () => {
		const error = catchError(() => new Template("line one\n\t{{ é + }}\nline three"));
		expect(error).toMatchObject({
			isTemplateError: true,
			kind: "syntax",
			line: 2,
			lineno: 2,
			column: 9,
			excerpt: "\t{{ é + }}\n\t       ^",
		});
		expect(error).toBeInstanceOf(SyntaxError);
		expect(String(error)).toBe("TemplateSyntaxError: unexpected 'end of print statement' (line 2)");
	});

	it("have the position of the expression that failed", () => {
		const error = catchError(() =>
			render("{% for x in l %}\n{% if x %}  {{ x.upper() ~ (1 + x) }}{% endif %}{% endfor %}", { l: ["a"] }),
		);
		expect(error).toMatchObject({ kind: "runtime", line: 2, column: 29 });
	});

	it("name the template", () => {
		const options = { name: "chat", loader: { part: "\n{{ }}" } };
		expect(catchError(() => new Template("{{", options))).toMatchObject({
			name: "TemplateSyntaxError",
			templateName: "chat",
		});
		expect(catchError(() => render("{% include 'part' %}", {}, options))).toMatchObject({
			name: "TemplateSyntaxError",
			templateName: "part",
			line: 2,
		});
	});

	it("name the included, imported or extended template that failed", () => {
		const loader = {
			part: "{{ 1 + 'a' }}",
			macros: "{% macro m() %}\n{{ none.x.y }}{% endmacro %}",
			base: "{% block b %}{% endblock %}{{ [].append(1) }}",
		};
		const options = { name: "chat", loader };
		const errorOf = (source: string): unknown => catchError(() => render(source, {}, options));
		expect(errorOf("\n{% include 'part' %}")).toMatchObject({ templateName: "part", line: 1 });
		expect(errorOf("{% import 'macros' as a %}{{ a.m() }}")).toMatchObject({ templateName: "macros", line: 2 });
		expect(errorOf("{% extends 'base' %}")).toMatchObject({ templateName: "base", name: "SecurityError" });
		expect(String(errorOf("{{ 1 + 'a' }}"))).toMatch(/^TemplateRuntimeError: .* \(chat, line 1\)$/);
	});

	const rows: [source: string, type: new (...args: never[]) => Error, kind: string][] = [
		["{{ raise_exception('no') }}", TemplateError, "raised"],
		["{{ 1 + 'a' }}", TemplateRuntimeError, "runtime"],
		["{{ a.b }}", UndefinedError, "undefined"],
		["{{ [].append(1) }}", SecurityError, "security"],
		["{% include 'a' %}", TemplateNotFound, "not_found"],
		["{{ 'a' * 99999999 }}", TemplateLimitError, "runtime"],
	];
	for (const [source, type, kind] of rows)
		it(`${source} throws ${type.name}`, () => {
			const error = catchError(() => render(source, {}, { loader: {} }));
			expect(error).toBeInstanceOf(type);
			expect(error).toMatchObject({ kind, name: type.name });
			expect(isTemplateError(error)).toBe(true);
		});

	it("of host functions pass through unchanged", () => {
		const failure = new RangeError("mine");
		const fail = (): never => {
			throw failure;
		};
		expect(catchError(() => render("{{ fail() }}", { fail }))).toBe(failure);
	});

	it("of host functions have the position of the call", () => {
		const options = {
			name: "page",
			filters: {
				fail: (): never => {
					throw new RangeError("mine");
				},
			},
		};
		const context = { fail: options.filters.fail };
		for (const source of ["a\n {{ fail() }}", "a\n {{ 1|fail }}", "a\n {% set x = fail() %}"])
			expect(catchError(() => render(source, context, options))).toMatchObject({
				message: "mine",
				templateName: "page",
				line: 2,
			});
	});
});

describe("the sandbox", () => {
	const hidden = { visible: 1 };
	Object.defineProperty(hidden, "secret", { value: "s", enumerable: false });
	class Host {
		own = 1;
		method(): string {
			return "reached";
		}
	}
	const context = { hidden, host: new Host(), list: [1], text: "t", fn: () => 1, map: new Map([["a", 1]]) };

	for (const name of [
		"constructor",
		"__proto__",
		"prototype",
		"toString",
		"hasOwnProperty",
		"__defineGetter__",
		"caller",
	])
		it(`hides ${name} of every kind of value`, () => {
			for (const value of [
				"hidden",
				"host",
				"list",
				"text",
				"fn",
				"map",
				"1",
				"1.5",
				"none",
				"true",
				"(1,)",
				"range(3)",
				"{}",
			]) {
				for (const access of [`.${name}`, `['${name}']`, `|attr('${name}')`])
					expect(render(`{{ (${value})${access} is defined }}{{ (${value})${access} }}`, context), value + access).toBe(
						"False",
					);
			}
			expect(render(`{{ ${name} is defined }}`, context)).toBe("False");
			expect(catchError(() => render(`{{ host.${name}.x }}`, context))).toBeInstanceOf(TemplateRuntimeError);
		});

	it("shows own enumerable properties only", () => {
		expect(render("{{ hidden }}{{ hidden.secret is defined }}{{ host }}{{ host.method is defined }}", context)).toBe(
			"{'visible': 1}False{'own': 1}False",
		);
	});

	it("keeps keys with dangerous names as data", () => {
		const data = JSON.parse('{"__proto__": 1, "constructor": 2, "__class__": 3}') as Record<string, unknown>;
		expect(render("{{ d['__proto__'] }}{{ d.constructor }}{{ d.__class__ }}{{ d | tojson }}", { d: data })).toBe(
			'123{"__proto__": 1, "constructor": 2, "__class__": 3}',
		);
		expect(render("{% set ns = namespace(__proto__=1) %}{{ ns.__proto__ }}{{ {'__proto__': 5}.__proto__ }}")).toBe(
			"15",
		);
		expect(Object.keys(Object.prototype)).toEqual([]);
	});

	const limits: [name: string, source: string, limits: TemplateOptions["limits"]][] = [
		["max_depth", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", {}],
		["max_depth", "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", {}],
		["max_depth", "{% include 'self' %}", {}],
		[
			"max_steps",
			"{% for i in range(99999) %}{% endfor %}{% for i in range(99999) %}{{ i }}{% endfor %}",
			{ max_steps: 1000 },
		],
		["max_output", "{% for i in range(1000) %}text{% endfor %}", { max_output: 100 }],
		["max_string", "{{ 'a' * 1000 }}", { max_string: 999 }],
		["max_string", "{{ 'a'.center(1000) }}", { max_string: 999 }],
		["max_string", "{{ ['a'] * 500 }}{{ (['aa'] * 500) | join }}", { max_string: 999 }],
		["max_string", "{{ '%1000d' % 1 }}", { max_string: 999 }],
		["max_string", "{{ [1] * 500 + [1] * 500 }}", { max_string: 999 }],
		["max_string", "{{ [1]|batch(1000, 0)|list }}", { max_string: 999 }],
		["max_string", "{{ [1]|slice(1000)|list }}", { max_string: 999 }],
		["max_string", "{{ '{:1000}'.format(1) }}", { max_string: 999 }],
		["the digits of integers", "{{ 9 ** 99999 ** 9 }}", {}],
		[
			"comparisons",
			"{% set ns = namespace(a=[1] * 99999, b=[1] * 99999) %}{% for i in range(40) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}",
			{},
		],
		[
			"printed values",
			"{% set ns = namespace(a=['x' * 99999]) %}{% for i in range(40) %}{% set ns.a = [ns.a, ns.a] %}{% endfor %}{{ ns.a }}",
			{ max_string: 100_000 },
		],
	];
	for (const [name, source, given] of limits)
		it(`limits ${name}: ${source}`, () => {
			const options: TemplateOptions = { loader: { self: source }, ...(given ? { limits: given } : {}) };
			expect(catchError(() => render(source, {}, options))).toBeInstanceOf(TemplateLimitError);
		});

	it("limits ranges", () => {
		expect(() => render("{{ range(11) | list }}", {}, { limits: { max_range: 10 } })).toThrow(
			"Range too big. The sandbox blocks ranges larger than MAX_RANGE (10).",
		);
	});
});
