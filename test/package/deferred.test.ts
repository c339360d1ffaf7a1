import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { CLASSES } from "../../scripts/build/deferred.ts";
import { htmlFilters } from "../../src/template/builtins/html-filters.ts";
import { layoutFilters } from "../../src/template/builtins/layout-filters.ts";
import { fullTextMethods } from "../../src/template/builtins/methods.ts";
import { fullSequenceFilters } from "../../src/template/builtins/sequence-filters.ts";
import { fullValueFilters } from "../../src/template/builtins/value-filters.ts";
import * as source from "../../src/template/full.ts";
import { floatMethods, fullGlobals, integerMethods } from "../../src/template/full-parts.ts";
import { FULL_NAMES } from "../../src/template/parts.ts";
import { builtFile } from "../helpers/built.ts";
import { type Expectation, FIXTURES, NOW } from "../template/cases.ts";
import { contextOf, corpus } from "../template/corpus.ts";

const root = builtFile();
const require = createRequire(import.meta.url);
const folder = join(root, "dist/cjs/template");
const built = require(`${folder}/full`) as typeof source;
const modules = readdirSync(join(root, "src/template"), { recursive: true, encoding: "utf8" });

/** Runs a program in a process of its own; returns the files of the engine that were loaded. */
function loadedBy(program: string, entry = "", input = ""): string[] {
	const report = `console.log(JSON.stringify(Object.keys(require.cache).filter((path) => /[\\\\/](engine|full)-\\w+\\.cjs$/.test(path))));`;
	const code = `const hub = require(${JSON.stringify(folder + entry)});\n${program}\n${report}`;
	const paths = JSON.parse(
		execFileSync(process.execPath, ["-e", code], { encoding: "utf8", input, maxBuffer: 1e8 }),
	) as string[];
	return paths.map((path) => basename(path).replace(/-\w+\.cjs$/, "")).sort();
}

describe("the template engine in Node", () => {
	it("loads nothing on import, and only the engine with a simple template", () => {
		expect(loadedBy("")).toEqual([]);
		expect(loadedBy(`new hub.Template("{% for m in messages %}{{ m.role | trim }}{% endfor %}").render({});`)).toEqual([
			"engine",
		]);
	});

	it("loads nothing else with any other part", () => {
		const program = `
			const { Template } = hub;
			const render = (source, options, context = {}) => new Template(source, options).render(context);
			render("{{ 1 | tojson }}{{ 'a'.split('b') }}{{ 5 | int }}{{ [2, 1] | sort }}{{ 'a b' | wordwrap }}");
			render("{% block a %}{% endblock %}{% macro m() %}{% endmacro %}");
			render("{{ none }}", { compat: "reference" });
			new Template("{{ a }}").format();
			new Template("{% generation %}{% endgeneration %}").render({}, { spans: true });
			hub.undeclaredVariables("{{ a }}");`;
		expect(loadedBy(program, "/full")).toEqual(["engine", "full"]);
		expect(loadedBy("", "/full")).toEqual([]);
	});

	it("adds the full engine to one that is loaded already, with the same classes", () => {
		const program = `
			const early = new hub.Template("{{ 'a' | upper }}").render();
			const full = require(${JSON.stringify(`${folder}/full`)});
			if (full.Template !== hub.Template || early + new hub.Template("{{ 'a' | center(3) }}").render() !== "A a ") throw new Error();`;
		expect(loadedBy(program)).toEqual(["engine", "full"]);
	});

	it.skipIf(!corpus)("renders every chat template (../shared/spec/chat-templates.json) without the full engine", () => {
		const program = `
			const { templates, now } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
			for (const { name, template, cases } of templates)
				for (const { context, expected } of cases) {
					const read = new hub.Template(template, { now: new Date(now) });
					const [text, again] = [read, new hub.Template(read.format(), { now: new Date(now) })].map((item) => item.render(context));
					if (text !== expected || again !== expected) throw new Error(name);
				}`;
		const templates = (corpus?.templates ?? []).map(({ name, template, cases }) => ({
			name,
			template,
			cases: cases.flatMap((item) =>
				item.error
					? []
					: { context: contextOf(item), expected: new built.Template(template, { now: NOW }).render(contextOf(item)) },
			),
		}));
		expect(loadedBy(program, "", JSON.stringify({ templates, now: NOW }))).toEqual(["engine"]);
	});

	it.each([
		["{% block a %}{% endblock %}", "the tag 'block' needs the full engine"],
		["{{ 'a' | wordwrap }}", "the filter 'wordwrap' needs the full engine"],
		["{{ ['a'] | map('center', 3) | list }}", "the filter 'center' needs the full engine"],
		["{{ 'a'.zfill(3) }}", "the method 'zfill' needs the full engine"],
		["{{ 5.bit_length() }}", "the method 'bit_length' needs the full engine"],
		["{{ cycler('a') }}", "the global 'cycler' needs the full engine"],
		["{{ '%s' % 1 }}", "formatting with % needs the full engine"],
	])("names the full engine for %s", (template, message) => {
		const program = `let message = "";
			try { new hub.Template(${JSON.stringify(template)}).render(); } catch (error) { message = error.message; }
			if (message !== ${JSON.stringify(`${message}: import from "modelhub/jinja/full"`)}) throw new Error(message);`;
		expect(loadedBy(program)).toEqual(["engine"]);
	});

	it("knows the names of the full engine", () => {
		const texts = new Set([
			...Object.keys(fullTextMethods()),
			...[floatMethods(), integerMethods()].flatMap((table) => [...(table as Map<string, unknown>).keys()]),
		]);
		expect(FULL_NAMES.method.split(" ")).toEqual([...texts].sort());
		const filters = { ...layoutFilters(), ...htmlFilters(), ...fullValueFilters(), ...fullSequenceFilters() };
		expect(FULL_NAMES.filter.split(" ")).toEqual(Object.keys(filters).sort());
		expect(FULL_NAMES.global.split(" ")).toEqual(
			fullGlobals()
				.map(({ name }) => name)
				.sort(),
		);
	});

	it.each([
		["render({}, { spans: true })", "the option `spans`"],
		["stream()", "an asynchronous render"],
	])("names the full engine for %s", (call, what) => {
		const program = `let message = "";
			try { new hub.Template("a").${call}; } catch (error) { message = error.message; }
			if (!message.startsWith(${JSON.stringify(`${what} needs the full engine`)})) throw new Error(message);`;
		expect(loadedBy(program)).toEqual(["engine"]);
	});

	it("names classes that exist", () => {
		expect(CLASSES.filter((name) => !modules.includes(`${name}.ts`))).toEqual([]);
	});

	it("has the exports of the source, with class names", () => {
		expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
		const names = ["Template", "TemplateError", "TemplateSyntaxError", "UndefinedError", "Environment"] as const;
		for (const name of names) expect(built[name].name).toBe(name);
		expect(() => new built.Template("{{").render()).toThrow(built.TemplateSyntaxError);
		expect(() => new built.Template("{{ a.b.c }}").render()).toThrow(built.UndefinedError);
	});

	it("renders like the source", () => {
		const files = ["recorded-cases.json", "generated-cases.json"];
		const cases = files.flatMap(
			(file) =>
				JSON.parse(readFileSync(FIXTURES + file, "utf8")) as (Expectation & {
					template: string;
					context?: Record<string, unknown>;
					options?: source.TemplateOptions;
					templates?: Record<string, string>;
				})[],
		);
		const outcome = (
			{ Template }: typeof source,
			{ template, context, options, templates }: (typeof cases)[0],
		): string => {
			try {
				const loader = templates ? { loader: templates } : {};
				return new Template(template, { now: NOW, random: () => 0, ...options, ...loader }).render(context);
			} catch (error) {
				return String(error);
			}
		};
		const different = cases.filter((item) => outcome(built, item) !== outcome(source, item));
		expect(cases.length).toBeGreaterThan(4000);
		expect(different.map(({ template }) => template)).toEqual([]);
	});

	it("is part of a bundle made from the Node file", async () => {
		const temporary = mkdtempSync(join(tmpdir(), "hub-bundle-"));
		try {
			for (const format of ["esm", "cjs"] as const) {
				const outfile = join(temporary, `bundle.${format === "esm" ? "mjs" : "cjs"}`);
				await build({
					stdin: {
						contents: `import { Template } from "modelhub/jinja"; console.log(new Template("{{ 'x'.upper() }}").render());`,
						resolveDir: root,
					},
					bundle: true,
					platform: "node",
					// Leaves out the condition for bundlers.
					conditions: ["custom"],
					format,
					outfile,
					logLevel: "silent",
				});
				expect(execFileSync(process.execPath, [outfile], { encoding: "utf8" })).toBe("X\n");
			}
		} finally {
			rmSync(temporary, { recursive: true });
		}
	});
});
