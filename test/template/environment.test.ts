import { describe, expect, it, vi } from "vitest";
import { TemplateEnvironment } from "../../src/template/index.ts";

describe("an environment", () => {
	const sources = { a: "A{% include 'part' %}", b: "B{% include 'part' %}", part: "({{ x }})" };

	it("compiles each source once, even if several templates include it", () => {
		const loader = vi.fn((name: string) => (sources as Record<string, string>)[name]);
		const environment = new TemplateEnvironment({ loader });
		expect([
			environment.render("a", { x: 1 }),
			environment.render("b", { x: 2 }),
			environment.render("a", { x: 3 }),
		]).toEqual(["A(1)", "B(2)", "A(3)"]);
		expect(loader.mock.calls.flat()).toEqual(["a", "part", "b"]);
		expect(environment.getTemplate("a")).toBe(environment.getTemplate("a"));
		expect(environment.fromString("x")).toBe(environment.fromString("x"));
	});

	it("shares filters, globals and limits", () => {
		const environment = new TemplateEnvironment({
			filters: { twice: (text: string) => text + text },
			globals: { word: "hi" },
			limits: { max_steps: 1000 },
		});
		expect(environment.fromString("{{ word|twice }}").render()).toBe("hihi");
		expect(() => environment.fromString("{% for i in range(5000) %}{% endfor %}").render()).toThrow("steps");
	});

	it("caches as many as configured, and clears on demand", () => {
		let version = 1;
		const loader = vi.fn((name: string) => `${name}${version}`);
		const environment = new TemplateEnvironment({ loader, cache_size: 2 });
		for (const name of ["a", "b", "c", "c", "a"]) environment.render(name);
		expect(loader).toHaveBeenCalledTimes(4);
		version = 2;
		expect(environment.render("a")).toBe("a1");
		environment.clear("a");
		expect(environment.render("a")).toBe("a2");
		expect(environment.render("c")).toBe("c1");
		environment.clear();
		expect(environment.render("c")).toBe("c2");
		const none = new TemplateEnvironment({ loader, cache_size: 0 });
		expect(none.getTemplate("a")).not.toBe(none.getTemplate("a"));
	});

	it("names a missing template", () => {
		const environment = new TemplateEnvironment({ loader: {} });
		expect(() => environment.render("nothing")).toThrow(expect.objectContaining({ kind: "not_found" }));
	});
});
