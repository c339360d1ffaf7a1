import { describe, expect, it } from "vitest";
import { Template, TemplateNotFound, TemplateSyntaxError } from "../../src/template/index.ts";

const later = <T>(value: T, milliseconds = 1): Promise<T> =>
	new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));

describe("renderAsync", () => {
	it("accepts promises anywhere in the context", async () => {
		const context = {
			a: later("A"),
			list: [later(1), later(2)],
			dict: { p: later({ q: later("Q") }) },
			items: later([later({ n: 1 })]),
		};
		const source =
			"{{ a }}{{ a|upper }}{{ list }}{{ list|sum }}{{ list|tojson }}{% for x in list %}{{ x + 1 }}{% endfor %}{{ dict.p.q }}{{ dict }}{% for i in items %}{{ i.n }}{% endfor %}{% if a %}!{% endif %}";
		expect(await new Template(source).renderAsync(context)).toBe("AA[1, 2]3[1, 2]23Q{'p': {'q': 'Q'}}1!");
	});

	it("accepts promises from filters, tests and globals, and calls each function once", async () => {
		const calls: unknown[] = [];
		const note = (value: unknown): unknown => {
			calls.push(value);
			return later(`<${value}>`);
		};
		const options = { filters: { note }, tests: { big: async (n: number) => n > 1 }, globals: { load: note } };
		const source =
			"{% set ns = namespace(n=0) %}{% for i in [1, 2, 3] %}{% set ns.n = ns.n + i %}{{ i|note }}{% if i is big %}b{% endif %}{% endfor %}{{ load('x') }}{{ [7, 8]|map('note')|join }}{{ ns.n }}";
		expect(await new Template(source, options).renderAsync()).toBe("<1><2>b<3>b<x><7><8>6");
		expect(calls).toEqual([1, 2, 3, "x", 7, 8]);
	});

	it("accepts promises from the loader", async () => {
		const sources: Record<string, string> = { base: "[{% block b %}{% endblock %}]", part: "p{{ x }}" };
		const loader = (name: string): Promise<string | undefined> => later(sources[name]);
		const source =
			"{% extends 'base' %}{% block b %}{% include 'part' %}{% include 'none' ignore missing %}{% endblock %}";
		expect(await new Template(source, { loader }).renderAsync({ x: 1 })).toBe("[p1]");
	});

	it("leaves out an include whose loader throws that there is none", async () => {
		const loader = (name: string): string => {
			throw new TemplateNotFound(name);
		};
		const template = new Template("[{% include 'x' ignore missing %}]", { loader: async (name) => loader(name) });
		expect(await template.renderAsync()).toBe("[]");
		expect(new Template("[{% include ['x', 'y'] ignore missing %}]", { loader }).render()).toBe("[]");
		expect(() => new Template("{% include 'x' %}", { loader }).render()).toThrow(TemplateNotFound);
		const broken = { loader: () => "{{" };
		expect(() => new Template("{% include 'x' ignore missing %}", broken).render()).toThrow(TemplateSyntaxError);
	});

	it("fails with the rejection of a promise, and its position", async () => {
		const fail = async (): Promise<never> => {
			throw new Error("no such user");
		};
		await expect(new Template("a\n{{ fail() }}").renderAsync({ fail })).rejects.toMatchObject({
			message: "no such user",
			line: 2,
		});
		await expect(new Template("{{ 1 + 'a' }}").renderAsync()).rejects.toThrow("unsupported operand");
	});

	it("stops when the signal is aborted: before, while waiting, and while rendering", async () => {
		const reason = new Error("enough");
		const endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
		const never = new Promise<never>(() => undefined);
		const abortSoon = (): AbortSignal => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(reason), 20);
			return controller.signal;
		};
		await expect(new Template("x").renderAsync({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
		await expect(new Template("{{ p }}").renderAsync({ p: never }, { signal: abortSoon() })).rejects.toBe(reason);
		await expect(new Template(endless).renderAsync({}, { signal: abortSoon() })).rejects.toBe(reason);
	});

	it("respects the limits", async () => {
		const source = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
		await expect(new Template(source, { limits: { max_steps: 5000 } }).renderAsync()).rejects.toThrow("5000 steps");
		await expect(new Template(source, { limits: { max_time: 50 } }).renderAsync()).rejects.toThrow("50 milliseconds");
	});
});

describe("stream", () => {
	it("yields final text whenever it waits", async () => {
		const pieces: string[] = [];
		const source = "a{{ p }}b{% set x %}hidden{{ q }}{% endset %}c{{ x }}";
		for await (const piece of new Template(source).stream({ p: later(1), q: later(2) })) pieces.push(piece);
		expect(pieces).toEqual(["a", "1b", "chidden2"]);
	});
});
