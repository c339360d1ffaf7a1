import { Template as ReferenceTemplate } from "@huggingface/jinja";
import { describe, expect, it } from "vitest";
import {
	isTemplateError,
	Template,
	TemplateRuntimeError,
	TemplateSyntaxError,
	UndefinedError,
} from "../../src/template/index.ts";

const CONTEXT = {
	text: "x",
	integer: 2,
	float: 1.5,
	flag: true,
	nothing: null,
	list: [1, "b"],
	dict: { k: 1 },
	call: () => 1,
};
/** Expressions of every kind of value the reference knows. */
const VALUES = [...Object.keys(CONTEXT), "missing", "namespace(a=1)", "(1, 2)", "dict.items()", "range(2)"];
/** Values of which no two different ones can be combined by any of these operators, in either engine. */
const APART = ["float", "nothing", "list", "dict", "call", "missing", "namespace(a=1)"];
const OPERATORS = ["-", "*", "/", "//", "**", "%", "<", "<=", ">", ">="];

/** What becomes of a template: its text, or the message of its error after an exclamation mark. */
function outcome(render: () => string): string {
	try {
		return render();
	} catch (error) {
		return `! ${error instanceof Error ? error.message : String(error)}`;
	}
}

const ours = (source: string): string =>
	outcome(() => new Template(source, { compat: "reference" }).render(makeContext()));
const theirs = (source: string): string => outcome(() => new ReferenceTemplate(source).render(makeContext()));

/** A context of its own for each render. */
function makeContext(): Record<string, unknown> {
	return { ...CONTEXT, list: [...CONTEXT.list], dict: { ...CONTEXT.dict } };
}

const FAILING = [
	// Unknown statements
	"{% nope %}",
	"a\n{%- nope 1 -%}",
	"{% if flag %}{% nope %}{% endif %}",
	"{% endif %}",
	"{% for x in list %}{% endif %}",
	"{% if flag %}{% endfor %}",
	"{% else %}",
	"{% elif flag %}",
	"{% endset %}",
	// Unknown tests and filters
	"{{ text is nope }}",
	"{{ text is not nope }}",
	"{% for x in list if x is nope %}{% endfor %}",
	"{{ [dict] | selectattr('k', 'nope') }}",
	...VALUES.map((value) => `{{ ${value} | nope }}`),
	...VALUES.map((value) => `{{ ${value} | nope(1) }}`),
	"{% filter nope %}x{% endfilter %}",
	// Filters that are known, but not for the operand
	...["text", "nothing", "list", "dict", "call"].map((value) => `{{ ${value} | abs }}`),
	...["integer", "float", "flag", "nothing", "call", "namespace(a=1)"].map((value) => `{{ ${value} | length }}`),
	...["integer", "float", "flag", "nothing", "call"].map((value) => `{{ ${value} | join }}`),
	...["integer", "nothing", "call"].map((value) => `{{ ${value} | first }}`),
	...["text", "integer", "nothing", "list", "call"].map((value) => `{{ ${value} | items }}`),
	...["integer", "nothing", "dict", "list", "missing"].map((value) => `{{ ${value} | indent(2) }}`),
	// Characters and ends
	"{{ text ? list }}",
	"{{ $ }}",
	"{{ text & list }}",
	"{% if text ! %}",
	"{{ text \\ }}",
	"{{ text",
	"{{ 'text",
	'{{ "text }}',
	"{{ 'text\\",
	"{% if text",
	"{% if text %}{{ text",
	"{% if text %}{% endif",
	"{# text",
	// Tokens
	"{{ }}",
	"{{ ) }}",
	"{{ ] }}",
	"{{ } }}",
	"{{ * }}",
	"{{ 1 + }}",
	"{{ text == }}",
	"{{ not }}",
	"{{ - }}",
	"{{ text if }}",
	"{{ text if flag else }}",
	"{{ [1 }}",
	"{{ [1) }}",
	"{{ [, 1] }}",
	"{{ (, 1) }}",
	"{{ ( }}",
	"{{ {1: } }}",
	"{{ text. }}",
	"{{ text[ }}",
	"{{ text | }}",
	"{{ text is }}",
	"{{ text is not }}",
	"{{ call(1 }}",
	"{{ call(, ) }}",
	"{{ call(a=) }}",
	"{% set %}",
	"{% set = 1 %}",
	"{% if %}",
	"{% for %}",
	"{% for x in %}",
	"{% for x in list if %}",
	"{% macro %}",
	"{% filter %}",
	"{% call %}",
	// Calls
	...VALUES.filter((value) => value !== "call").map((value) => `{{ (${value})() }}`),
	"{{ text.nope() }}",
	"{{ dict.k.nope() }}",
	"{% call text() %}{% endcall %}",
	// Loops
	...["integer", "float", "flag", "nothing", "call", "namespace(a=1)"].map(
		(value) => `{% for x in ${value} %}{% endfor %}`,
	),
	// Operators
	...OPERATORS.flatMap((operator) =>
		APART.flatMap((left) =>
			APART.filter((right) => right !== left).map((right) => `{{ ${left} ${operator} ${right} }}`),
		),
	),
	...["nothing", "missing"].flatMap((value) =>
		VALUES.flatMap((other) => [`{{ ${value} + ${other} }}`, `{{ ${other} + ${value} }}`]),
	),
	"{{ integer + list }}",
	"{{ list + dict }}",
	"{{ dict + dict }}",
	"{{ text - 1 }}",
	"{{ 1 - text }}",
	"{{ 1 in 2 }}",
	"{{ 1 not in 2 }}",
	"{{ 1 in text }}",
	"{{ text in nothing }}",
	"{{ missing in text }}",
	"{{ list in text }}",
];

const RENDERED = [
	"{{ true }}{{ none }}|{{ ['a', none, true] }}{{ {'a': 1} }}{{ [[], {}] }}",
	"{{ 'n: ' + 1 }}{{ 1.5 + ' n' }}{{ text + flag }}{{ text + list }}{{ list + text }}{{ text + (1, 'b') }}",
	"{{ text + [none, missing, [none], {'a': 1}] }}",
	"{{ list|safe }}|{{ [flag, nothing]|safe }}",
	"{{ missing.b.c }}|{{ none.x.y }}|{{ missing | tojson }}",
	"{{ [dict] | selectattr('k') }}{{ ([dict] | map(attribute='k'))[0] }}{{ [dict] | rejectattr('k') | length }}",
	"{{ dict.items() }}{{ dict | items }}{{ dict | dictsort }}{% for x in dict.items() %}{{ x }}{% endfor %}{{ range(3) }}",
	"{% if false %}{{ text | nope }}{% endif %}{{ 1 if true else (text is nope) }}",
	"{% macro m() %}{{ text | nope }}{% endmacro %}unused",
];

describe("compat: reference", () => {
	for (const source of new Set(FAILING))
		it(`fails like the reference: ${source}`, () => {
			expect(theirs(source)).toMatch(/^! /);
			expect(ours(source)).toBe(theirs(source));
		});

	for (const source of RENDERED)
		it(`renders like the reference: ${source}`, () => {
			expect(theirs(source)).not.toMatch(/^! /);
			expect(ours(source)).toBe(theirs(source));
		});

	it("throws the engine's own errors, with their positions", () => {
		const rows: [source: string, type: new (...args: never[]) => Error, fields: Record<string, unknown>][] = [
			["\n {% nope %}", TemplateSyntaxError, { kind: "syntax", line: 2, column: 5 }],
			["{{ a ? b }}", TemplateSyntaxError, { kind: "syntax", line: 1, column: 6 }],
			["x\n{{ 1 | nope }}", TemplateRuntimeError, { kind: "runtime", line: 2, column: 8 }],
			["x\n{{ 1 - [] }}", TemplateRuntimeError, { kind: "runtime", line: 2, column: 4 }],
			["{{ missing() }}", UndefinedError, { kind: "undefined", line: 1, column: 4 }],
			["{{ 1 + missing }}", UndefinedError, { kind: "undefined", line: 1, column: 4 }],
		];
		for (const [source, type, fields] of rows) {
			let thrown: unknown;
			try {
				new Template(source, { compat: "reference" }).render();
			} catch (error) {
				thrown = error;
			}
			expect(thrown, source).toBeInstanceOf(type);
			expect(isTemplateError(thrown), source).toBe(true);
			expect(thrown, source).toMatchObject(fields);
		}
	});

	it("does not change messages of the sandbox and of arithmetic", () => {
		expect(ours("{{ 1 / 0 }}")).toBe("! division by zero");
		expect(ours("{{ text.__class__() }}")).toBe("! access to attribute '__class__' of 'str' object is unsafe.");
		expect(ours("{{ range(999999) }}")).toMatch(/^! Range too big/);
		const doubling = "{% set ns.a = [ns.a, ns.a] %}".repeat(40);
		expect(ours(`{% set ns = namespace(a=['x' * 99999]) %}${doubling}{{ ns.a }}`)).toBe(
			"! the text of a value is too long",
		);
		expect(ours("{{ list | join(1 + []) }}")).toBe('! Unknown operator "+" between IntegerValue and ArrayValue');
	});

	it("reports unknown filters when checked, as rendering does", () => {
		const template = new Template("{% if false %}{% endif %}{{ 1 | nope }}", { compat: "reference" });
		expect(() => template.check()).toThrow("No filter named 'nope'.");
	});
});

it.each([
	"{{ (1, 2, 3)[0:2] }}",
	"{{ (1, 'a')[:1] }}",
	"{{ (1, 2)[::-1] }}",
	"{{ (1, 2, 3)[1:] | list }}",
	"{{ (1, 2)[0:1] + [3] }}",
	"{{ (1, 2, 3)[0:2] | tojson }}",
	"{% set part = (1, 2, 3)[0:2] %}{{ part | length }}{{ part }}{% for item in part %}{{ item }}{% endfor %}",
	"{{ ((1, 2), 3)[0:1] }}",
])("a part of a tuple is a list, as in the reference: %s", (source) => {
	expect(ours(source)).toBe(theirs(source));
	expect(new Template("{{ (1, 2, 3)[0:2] }}").render()).toBe("(1, 2)");
});
