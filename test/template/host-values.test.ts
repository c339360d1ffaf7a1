import { describe, expect, it } from "vitest";
import { parseJson, Template } from "../../src/template/index.ts";

const render = (source: string, context: Record<string, unknown>): string => new Template(source).render(context);

function* count(): Generator<number> {
	yield 1;
	yield 2;
}

class Account {
	readonly #owner = "Ada";
	readonly id = 7;
	get owner(): string {
		return this.#owner;
	}
	close(): string {
		return "closed";
	}
}

describe("values of the host", () => {
	const iterables: [name: string, make: () => unknown][] = [
		["a Set", () => new Set([1, 2])],
		["a generator", count],
		["an iterator", () => [1, 2].values()],
		["a typed array", () => new Uint8Array([1, 2])],
	];
	for (const [name, make] of iterables)
		it(`${name} is a list, however often it is read`, () => {
			const source =
				"{{ v }}{{ v|length }}{{ v[1] }}{{ v|sum }}{{ v|tojson }}{% for i in v %}{{ i }}{% endfor %}{{ v == [1, 2] }}{{ 2 in v }}{{ v is sequence }}";
			expect(render(source, { v: make() })).toBe("[1, 2]223[1, 2]12TrueTrueTrue");
			expect(render("{{ d.v }}{{ l[0] }}{% for i in l %}{{ i }}{% endfor %}", { d: { v: make() }, l: [make()] })).toBe(
				"[1, 2][1, 2][1, 2]",
			);
			expect(new Template("{{ make() }}", { globals: { make } }).render()).toBe("[1, 2]");
		});

	it("getters of a class are visible, its methods are not", () => {
		const context = { a: new Account() };
		expect(render("{{ a.owner }} {{ a['owner'] }} {{ a.id }} {{ a }} {{ a|tojson }}", context)).toBe(
			`Ada Ada 7 {'id': 7, 'owner': 'Ada'} {"id": 7, "owner": "Ada"}`,
		);
		expect(render("{{ a.close is defined }}{{ a.constructor is defined }}{{ a.__proto__ }}", context)).toBe(
			"FalseFalse",
		);
	});

	for (const [name, value] of [
		["Date", new Date(0)],
		["Promise", Promise.resolve(1)],
	] as const)
		for (const source of [
			"{{ v }}",
			"{{ v.x }}",
			"{{ v|length }}",
			"{{ [v]|tojson }}",
			"{% for i in v %}{% endfor %}",
			"{% if v %}{% endif %}",
		])
			it(`${source} rejects a ${name} with a clear error`, () => {
				expect(() => render(source, { v: value })).toThrow(`a ${name} cannot be used in a template`);
			});

	it("that templates cannot use can pass from one host function to another", () => {
		const options = { globals: { now: () => new Date(0) }, filters: { year: (date: Date) => date.getUTCFullYear() } };
		expect(new Template("{{ now()|year }}", options).render()).toBe("1970");
	});

	it("that contain themselves print as {...}", () => {
		const circular: { a: number; self?: object; list?: object[] } = { a: 1 };
		circular.self = circular;
		circular.list = [circular];
		expect(render("{{ c }}", { c: circular })).toBe("{'a': 1, 'self': {...}, 'list': [{...}]}");
		expect(() => render("{{ c|tojson }}", { c: circular })).toThrow("Circular reference detected");
	});
});

describe("parseJson", () => {
	it("keeps floats, long integers and the order of keys", () => {
		const text = '{"a":1.0,"b":12345678901234567890,"d":{"b":1,"2":2,"1":3},"c":[1e2,-0.0]}';
		expect(render("{{ v }}", { v: parseJson(text) })).toBe(
			"{'a': 1.0, 'b': 12345678901234567890, 'd': {'b': 1, '2': 2, '1': 3}, 'c': [100.0, -0.0]}",
		);
	});

	const rows: [json: string, python: string][] = [
		["[1.5, -2E3, 1e-7, 0.0, -0, 9007199254740993]", "[1.5, -2000.0, 1e-07, 0.0, 0, 9007199254740993]"],
		['{"a": 1, "b": 2.0, "a": 3}', "{'a': 3, 'b': 2.0}"],
		['{"__proto__": {"x": 1}, "constructor": 1.0}', "{'__proto__': {'x': 1}, 'constructor': 1.0}"],
		['["1.0", "\\u0041\\n", "a\\"]", {"k\\"": [{}, [], 2.0]}]', `['1.0', 'A\\n', 'a"]', {'k"': [{}, [], 2.0]}]`],
		["1e999", "inf"],
		["[true, false, null, 1.0]", "[True, False, None, 1.0]"],
		['"1.0"', "1.0"],
	];
	for (const [json, python] of rows)
		it(json, () => {
			expect(render("{{ v }}", { v: parseJson(json) })).toBe(python);
		});

	it("reads plain JSON as JSON.parse does", () => {
		const text = '{"role": "user", "content": [{"type": "text", "n": 1}]}';
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	it("reads lists nested 100,000 levels deep", () => {
		const depth = 100_000;
		let value = parseJson(`${"[".repeat(depth)}1.0${"]".repeat(depth)}`);
		for (let level = 0; level < depth; level++) [value] = value as unknown[];
		expect(render("{{ v }}", { v: value })).toBe("1.0");
	});

	for (const text of ["", "[1.0,]", "{1.0: 1}", "[1.]", "nul"])
		it(`rejects ${JSON.stringify(text)}`, () => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		});
});
