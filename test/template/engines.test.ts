import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import * as core from "../../src/template/core.ts";
import { CORE, FURTHER_GLOBALS } from "../../src/template/core-engine.ts";
import * as whole from "../../src/template/index.ts";
import { WHOLE } from "../../src/template/whole-engine.ts";
import { builtFile } from "../helpers/built.ts";
import { readFixtures } from "./cases.ts";

const root = builtFile();
const CORE_LACKS = /(?:in this engine:|needs the whole engine,) "modelhub\/jinja"/;

/** Fixtures that depend on the folding of constants. */
const FOLDED: readonly string[] = ["folding"];

/** Renders in both engines and prints what comes of it: the core must lack the filter, the whole must have it. */
const PROGRAM = `
	const [first, second] = order;
	const text = ({ Template }, source) => {
		try { return new Template(source).render(); } catch (error) { return error.message; }
	};
	const early = text(first.module, "{{ 2.4|round }}");
	const later = [text(second.module, "{{ 2.4|round }}"), text(first.module, "{{ 2.4|round }}")];
	const limits = [first, second].map(({ module: { Template } }) => {
		try { return new Template("{% for i in range(9999) %}x{% endfor %}", { limits: { max_steps: 100 } }).render(); } catch (error) { return error.name; }
	});
	console.log(JSON.stringify({ [first.name]: [early, later[1]], [second.name]: [later[0]], limits }));`;

describe("two engines side by side", () => {
	const paths = { whole: "modelhub/jinja", core: "modelhub/jinja/core" } as const;
	for (const order of [
		["whole", "core"],
		["core", "whole"],
	] as const)
		for (const format of ["esm", "require", "bundler modules"] as const)
			it(`neither changes the other: ${order.join(", then ")}, ${format}`, () => {
				const loads = order.map((name) => {
					const path =
						format === "bundler modules" ? `./dist/lib/template/${name === "core" ? "core" : "index"}.js` : paths[name];
					return `{ name: "${name}", module: ${format === "require" ? "require" : "await import"}("${path}") }`;
				});
				const [first, second] = loads;
				// The second engine is loaded only once the first one has rendered.
				const code = `const order = [${first}]; new order[0].module.Template("{{ 1 }}").render(); order.push(${second});${PROGRAM}`;
				const type = format === "require" ? "commonjs" : "module";
				const output = execFileSync(process.execPath, [`--input-type=${type}`, "-e", code], { cwd: root }).toString();
				const result = JSON.parse(output) as Record<"whole" | "core" | "limits", string[]>;
				for (const text of result.whole) expect(text).toBe("2.0");
				for (const text of result.core) expect(text).toMatch(CORE_LACKS);
				expect(result.limits).toEqual(["TemplateLimitError", "TemplateLimitError"]);
			});
});

describe("the core", () => {
	it("renders each recorded case like the whole engine, or says what it lacks", () => {
		let equal = 0;
		for (const { name, template, context, options } of readFixtures()) {
			// Jinja2 evaluates constants while compiling, and takes what fails then as undefined: only the whole engine does.
			if (FOLDED.includes(name)) continue;
			const run = ({ Template }: Pick<typeof core, "Template">): string => {
				try {
					return new Template(template, options).render(context);
				} catch (error) {
					return String(error);
				}
			};
			const text = run(core);
			if (CORE_LACKS.test(text)) continue;
			// What the sandbox hides is merely undefined in the core.
			const expected = run(whole).replace(/^SecurityError: access to attribute .* is unsafe\./, "UndefinedError: …");
			expect(
				expected.includes("…") ? text.replace(/^UndefinedError: .* has no attribute '\w+'/, "UndefinedError: …") : text,
				template,
			).toBe(expected);
			equal++;
		}
		expect(equal).toBeGreaterThan(20);
	});

	it("has every exported name of the whole engine", () => {
		expect(Object.keys(core).sort()).toEqual(Object.keys(whole).sort());
	});

	it("knows which globals only the whole engine has", () => {
		const further = [...WHOLE.library.globals.keys()].filter((name) => !CORE.library.globals.has(name));
		expect(further.sort()).toEqual(FURTHER_GLOBALS);
	});

	it("has all limits", () => {
		const hostile: [source: string, limits: core.Limits][] = [
			["{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}", { max_steps: 5000 }],
			["{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}", { max_time: 30 }],
			["{% for a in range(1000) %}word{% endfor %}", { max_output: 100 }],
			["{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", { max_depth: 20 }],
			["{{ 'ab' * 1000 }}", { max_string: 100 }],
			["{{ [1, 2] * 1000 }}", { max_string: 100 }],
			["{{ 7 ** 999999 }}", {}],
		];
		for (const [source, limits] of hostile)
			for (const { Template } of [core, whole])
				expect(() => new Template(source, { limits }).render(), source).toThrow(core.TemplateLimitError);
		expect(() => new core.Template("{{ range(50) }}", { limits: { max_range: 10 } }).render()).toThrow(/MAX_RANGE/);
		expect(core.untrustedLimits).toEqual(whole.untrustedLimits);
		expect(core.describeChatTemplate("{% for m in messages %}{{ m.content }}{% endfor %}").system).toBe(true);
	});

	it("says what it lacks at each option and use", () => {
		const lacking: [source: string, options: core.TemplateOptions][] = [
			["", { filters: { shout: (text: string) => text } }],
			["", { tests: { big: () => true } }],
			["", { compat: "reference" }],
			["", { html_tojson: true }],
			["", { policies: { "truncate.leeway": 1 } }],
			["", { variable_start_string: "<<" }],
			["{% include 'a' %}", { loader: { a: "" } }],
			["{{ 'a'.zfill(3) }}", {}],
			["{{ dict(a=1) }}", {}],
			["{{ 3 is divisibleby 3 }}", {}],
			["{{ '%d' % 3 }}", {}],
			["{{ 1 < 2 < 3 }}", {}],
			["{{ 1_000 }}", {}],
			["{{ straße }}", {}],
			["{{ '\\N{BULLET}' }}", {}],
			["{{ 'ff'|int(0, 16) }}", {}],
			["{% for a in [] recursive %}{% endfor %}", {}],
			["{{ ['a']|map('center')|list }}", {}],
			["{{ range(3).start.x }}", {}],
		];
		for (const [source, options] of lacking)
			expect(() => new core.Template(source, options).render(), `${source} ${Object.keys(options)}`).toThrow(
				CORE_LACKS,
			);
		expect(() => new core.Template("").render({}, { spans: true })).toThrow(CORE_LACKS);
		expect(Object.keys(new core.Template("a"))).not.toContain("format");
		expect(core.format(new core.Template("{{a}}").parsed)).toBe("{{- a -}}");
	});

	it("escapes, finalizes and debugs as the whole engine does", () => {
		const rows: [source: string, options: core.TemplateOptions, text: string][] = [
			["{{ '<b>' }}{{ '<i>'|safe }}", { autoescape: true }, "&lt;b&gt;<i>"],
			["{{ none }}", { finalize: (value: unknown) => value ?? "-" }, "-"],
			["{{ lost }}", { undefined: "debug" }, "{{ lost }}"],
			["{{ 2 ** 70 }}", {}, "1180591620717411303424"],
			["{{ {(1, 2): 'x'}[(1, 2)] }}{{ range(9)[2:5] }}", {}, "xrange(2, 5)"],
		];
		for (const [source, options, text] of rows)
			for (const { Template } of [core, whole]) expect(new Template(source, options).render()).toBe(text);
	});
});
