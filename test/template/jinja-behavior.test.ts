import { describe, expect, it } from "vitest";
import { Template, TemplateLimitError, type TemplateOptions } from "../../src/template/index.ts";

/** The judge is Jinja2 3.1.6. */
describe("a rendered template", () => {
	const render = (source: string, context: Record<string, unknown> = {}, options: TemplateOptions = {}): string =>
		new Template(source, options).render(context);

	it("max_steps counts every iteration anywhere", () => {
		const limits = { max_steps: 100_000 };
		for (const source of [
			"{% for i in range(90000) %}{% for j in range(9) %}{% endfor %}{% endfor %}",
			"{% for i in range(90000) %}{% for j in range(9) %}{# c #}{% endfor %}{% endfor %}",
			"{% for i in range(3000) %}{% set x = range(99999)|list %}{% endfor %}",
			"{% for i in range(3000) %}{% set x = range(99999)|map('string')|join %}{% endfor %}",
		])
			expect(() => render(source, {}, { limits })).toThrow(TemplateLimitError);
	});

	it("max_time and signal stop a render", async () => {
		const endless = "{% for i in range(99999) %}{% for j in range(99999) %}{{ j }}{% endfor %}{% endfor %}";
		expect(() => render(endless, {}, { limits: { max_time: 20 } })).toThrow(TemplateLimitError);
		const reason = new Error("enough");
		const template = new Template(endless);
		expect(() => template.render({}, { signal: AbortSignal.abort(reason) })).toThrow(reason);
		const controller = new AbortController();
		const running = template.renderAsync({}, { signal: controller.signal });
		controller.abort(reason);
		await expect(running).rejects.toBe(reason);
	});

	it("long texts are searched, split and replaced as short ones", () => {
		const text = "añ,b,".repeat(30_000);
		const render = (source: string): string => new Template(source).render({ text });
		expect(render("{{ text.split(',') | length }} {{ text.split(',')[59999] }}")).toBe("60001 b");
		expect(render("{{ text.replace(',', ';').count(';') }} {{ text.replace('b,', '')[-3:] }}")).toBe("60000 añ,");
		expect(render("{{ text.find('b') }} {{ text.find('x') }} {{ text.rfind('ñ') }} {{ 'b,a' in text }}")).toBe(
			"3 -1 149996 True",
		);
		expect(render("{{ text | list | length }} {{ (text ~ '😀') | length }} {{ (text ~ '😀')[-1] }}")).toBe(
			"150000 150001 😀",
		);
		expect(render("{{ (text | escape) == text }} {{ (text ~ '<' | escape)[-4:] }} {{ text | wordcount }}")).toBe(
			"True &lt; 60000",
		);
	});

	it("long parts of long texts are found where the platform finds them", () => {
		const text = `${"ab".repeat(90_000)}ac${"aab".repeat(200)}${"ab".repeat(300)}`;
		const parts = [
			`${"ab".repeat(200)}ac`,
			"aab".repeat(150),
			`b${"ab".repeat(250)}`,
			`${"aba".repeat(120)}c`,
			`${"aab".repeat(120)}ab`,
		];
		for (const part of parts) {
			const render = (source: string): string => new Template(source).render({ text, part });
			expect(render("{{ text.find(part) }} {{ text.rfind(part) }}")).toBe(
				`${text.indexOf(part)} ${text.lastIndexOf(part)}`,
			);
			expect(render("{{ text.split(part) | length }}")).toBe(String(text.split(part).length));
		}
	});

	it("host values are visible or rejected, never lost", () => {
		class Person {
			get name(): string {
				return "Ada";
			}
		}
		const values = { set: new Set([1, 2]), person: new Person(), made: [3, 4].values() };
		expect(render("{{ set|list }}{{ person.name }}{{ made|list }}", values)).toBe("[1, 2]Ada[3, 4]");
		for (const value of [new Date(0), Promise.resolve(1)])
			expect(() => render("{{ value }}", { value })).toThrow(/Date|Promise/);
	});

	it("errors name their template", () => {
		const options = { name: "main", loader: { part: "\n{{ missing.x }}" } };
		expect(() => render("{% include 'part' %}", {}, options)).toThrow(
			expect.objectContaining({ templateName: "part", line: 2, name: "UndefinedError" }),
		);
		const fail = (): never => {
			throw new Error("host");
		};
		expect(() => render("a\n{{ fail() }}", { fail }, options)).toThrow(
			expect.objectContaining({ templateName: "main", line: 2 }),
		);
	});

	it("an inline if without else gives plain undefined", () => {
		expect(render("[{{ 'a' if false }}]", {}, { undefined: "strict" })).toBe("[]");
	});

	it("an undefined value compared with itself is refused where undefined values are", () => {
		const template = "{% set a = missing %}{{ a == a }}";
		expect(() => render(template, {}, { undefined: "strict" })).toThrow(/missing/);
		expect(render(template, {})).toBe("True");
	});

	it.each([
		["split", "{{ 'a b c '.split(none,2) }}{{ '  a b c '.rsplit(none,2) }}", "['a', 'b', 'c ']['  a', 'b', 'c']"],
		["wordwrap", "{{ 'a\u00a0b c'|wordwrap(1, false) }}", "a\u00a0b\nc"],
		["words", "{{ 'a\u001cb\u0085c'.split() }}{{ 'a\u001cb\u0085c'|wordcount }}", "['a', 'b', 'c']3"],
		["details", "{{ (1.5).hex() if false else 'a' }}{{ 255.0.hex() }}", "a0x1.fe00000000000p+7"],
		["details", "{{ (5).numerator }}{{ (5).denominator }}{{ (258).to_bytes(2, 'big') }}", "51b'\\x01\\x02'"],
		["details", "{{ '{:#_}'.format(1e16) }}{{ '{:_}'.format(1234567) }}", "1.e+161_234_567"],
		[
			"details",
			"{% macro m() %}[{{ caller.name }}]{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %}",
			"[None]x",
		],
		["details", "{% for i in [1,2,3] %}{% if loop.first %}{{ loop|length }}{% endif %}{% endfor %}", "3"],
		["details", "[{{ (5)[1:] }}]", "[]"],
	])("%s: %s", (_, source, text) => {
		expect(render(source)).toBe(text);
	});

	it("rejected templates", () => {
		for (const source of [
			"{% macro x(caller) %}{{ caller() }}{% endmacro %}",
			"{{ ([]|first)[1:] }}",
			"{% filter length %}a{% endfilter %}",
			"{{ '{:,b}'.format(5) }}",
			"{{ '{:_n}'.format(5) }}",
		])
			expect(() => render(source), source).toThrow(expect.objectContaining({ isTemplateError: true }));
		expect(() => render("{{ x[1:] }}", { x: 5 })).toThrow(expect.objectContaining({ isTemplateError: true }));
		const circular: Record<string, unknown> = {};
		circular["self"] = circular;
		expect(render("{{ c }}", { c: circular })).toBe("{'self': {...}}");
	});

	it.each([
		"{{ -(0) }}",
		"{{ -(-0) }}",
		"{{ -(0.0) }}",
		"{{ (-0)|abs }}",
		"{{ 1 - (-0) }}",
		"{{ -(1)|abs }}",
		"{{ (-1).real }}",
	])("formatting %s is idempotent, and keeps its output", (source) => {
		const once = new Template(source).format();
		expect(new Template(once).format()).toBe(once);
		expect(render(once)).toBe(render(source));
	});
});
