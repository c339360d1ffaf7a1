import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { CLASSES } from "../../scripts/build/deferred.ts";
import * as source from "../../src/template/index.ts";
import { builtFile } from "../helpers/built.ts";
import { type Expectation, FIXTURES, NOW } from "../template/cases.ts";

const root = builtFile();
const require = createRequire(import.meta.url);
const folder = join(root, "dist/cjs/template");
const built = require(folder) as typeof source;
const modules = readdirSync(join(root, "src/template"), { recursive: true, encoding: "utf8" });

/** Runs a program in a process of its own; returns the files of the engine that were loaded. */
function loadedBy(program: string): string[] {
	const report = `console.log(JSON.stringify(Object.keys(require.cache).filter((path) => path.includes("/template/engine-"))));`;
	const code = `const hub = require(${JSON.stringify(folder)});\n${program}\n${report}`;
	const paths = JSON.parse(execFileSync(process.execPath, ["-e", code], { encoding: "utf8" })) as string[];
	return paths.map((path) => basename(path).replace(/-\w+\.js$/, "")).sort();
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
