import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { CLASSES } from "../../scripts/build/deferred.ts";
import * as source from "../../src/template/full.ts";
import { fullGlobals } from "../../src/template/full-parts.ts";
import { FULL_GLOBALS } from "../../src/template/parts.ts";
import { builtFile } from "../helpers/built.ts";
import { type Expectation, FIXTURES, NOW } from "../template/cases.ts";
import { contextOf, corpus } from "../template/corpus.ts";

const root = builtFile();
const require = createRequire(import.meta.url);
const folder = join(root, "dist/cjs/template");
const built = require(`${folder}/full`) as typeof source;

const RECORDED = ["recorded-cases.json", "generated-cases.json"].flatMap(
	(file) =>
		JSON.parse(readFileSync(FIXTURES + file, "utf8")) as (Expectation & {
			template: string;
			context?: Record<string, unknown>;
			options?: source.TemplateOptions;
			templates?: Record<string, string>;
		})[],
);

/** Code for the files of the engine that are loaded. */
const LOADED = "Object.keys(require.cache).filter((path) => /[\\\\/](engine|full)-\\w+\\.cjs$/.test(path))";
const partOf = (path: string): string => basename(path).replace(/-\w+\.cjs$/, "");

/** Runs a program in a process of its own; returns the files of the engine that were loaded. */
function loadedBy(program: string, entry = "", input = ""): string[] {
	const report = `console.log(JSON.stringify(${LOADED}));`;
	const code = `const hub = require(${JSON.stringify(folder + entry)});\n${program}\n${report}`;
	const paths = JSON.parse(
		execFileSync(process.execPath, ["-e", code], { encoding: "utf8", input, maxBuffer: 1e8 }),
	) as string[];
	return paths.map(partOf).sort();
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
			for (const { name, template, cases } of templates) {
				const read = new hub.Template(template, { now: new Date(now) });
				const again = new hub.Template(read.format(), { now: new Date(now) });
				for (const { context, expected } of cases)
					for (const item of [read, again]) if (item.render(context) !== expected) throw new Error(name);
			}`;
		const templates = (corpus?.templates ?? [])
			.map(({ name, template, cases }) => ({
				name,
				template,
				cases: cases.flatMap((item) => (item.error ? [] : { context: contextOf(item), expected: item.expected })),
			}))
			.filter(({ cases }) => cases.length > 0);
		expect(templates.length).toBeGreaterThan(0);
		expect(loadedBy(program, "", JSON.stringify({ templates, now: NOW }))).toEqual(["engine"]);
	});

	// Each with the engine loaded anew, in one process for all.
	const named = [
		...[
			"{% block a %}{% endblock %}",
			"{% for a in b recursive %}{% endfor %}",
			"{{ 'a' | wordwrap }}",
			"{{ ['a'] | map('center', 3) | list }}",
			"{{ 8 is divisibleby 2 }}",
			"{{ 'a'.zfill(3) }}",
			"{{ 5.bit_length() }}",
			"{{ cycler('a') }}",
			"{{ '%s' % 1 }}",
			"{{ 2 ** 100 }}",
			"{{ [1] * 3 }}",
			"{{ 1_000 }}",
			"{{ '\\N{BULLET}' }}",
			"{{ strftime_now('%-d') }}",
		].map((template) => `new hub.Template(${JSON.stringify(template)}).render()`),
		'new hub.Template("a").render({}, { spans: true })',
		'new hub.Template("a").stream()',
		'new hub.Template("a", { autoescape: true })',
		'new hub.Template("a", { block_start_string: "<%" })',
		'new hub.Template("a", { filters: {} })',
		'new hub.Template("a", { limits: hub.untrustedLimits }).render()',
		'hub.describeChatTemplate("a")',
		'new hub.Template("{{ a }}", { undefined: "debug" }).render()',
		'new hub.Template("{{ f() }}").render({ f: hub.passContext(() => 1) })',
	];
	let outcomes: Record<string, { message: string; loaded: string[] }>;
	beforeAll(() => {
		const program = `
			const outcomes = {};
			for (const code of ${JSON.stringify(named)}) {
				for (const path of Object.keys(require.cache)) delete require.cache[path];
				const hub = require(${JSON.stringify(folder)});
				let message = "";
				try { new Function("hub", code)(hub); } catch (error) { message = error.message; }
				outcomes[code] = { message, loaded: ${LOADED} };
			}
			console.log(JSON.stringify(outcomes));`;
		outcomes = JSON.parse(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }));
	});
	it.each(named)("names the full engine for %s", (code) => {
		expect(outcomes[code]?.message).toContain('import from "modelhub/jinja/full"');
		expect(outcomes[code]?.loaded.map(partOf)).toEqual(["engine"]);
	});

	it("knows the globals of the full engine", () => {
		expect(FULL_GLOBALS).toEqual(
			fullGlobals()
				.map(({ name }) => name)
				.sort(),
		);
	});

	it("renders as the full engine does, or names it", () => {
		const program = `
			const { cases, now } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
			const outcome = ({ template, context, options, templates }) => {
				try {
					const loader = templates ? { loader: templates } : {};
					return new hub.Template(template, { now: new Date(now), random: () => 0, ...options, ...loader }).render(context);
				} catch (error) {
					return String(error);
				}
			};
			const before = cases.map(outcome);
			require(${JSON.stringify(`${folder}/full`)});
			const after = cases.map(outcome);
			const different = cases.filter((_, index) => before[index] !== after[index] && !before[index].includes("modelhub/jinja/full"));
			process.stderr.write(JSON.stringify([different.map(({ template }) => template), before.filter((text, index) => text === after[index]).length]));`;
		const { stderr } = spawnSync(
			process.execPath,
			["-e", `const hub = require(${JSON.stringify(folder)});\n${program}`],
			{
				encoding: "utf8",
				input: JSON.stringify({ cases: RECORDED, now: NOW }),
				maxBuffer: 1e8,
			},
		);
		const [different, same] = JSON.parse(stderr) as [string[], number];
		expect(same).toBeGreaterThan(3000);
		// Digraphs in upper case, slices of constants that have none, and a property of a number that is only printed.
		expect(
			different.filter((template) => !/ǆ|\}|none|true|\(?\d\)?\[/.test(template) || !/ǆ|\[[^\]]*\]/.test(template)),
		).toEqual(["{{ 1.5.real }}"]);
	});

	it("names classes that exist", () => {
		expect(CLASSES.filter((name) => !existsSync(join(root, "src/template", `${name}.ts`)))).toEqual([]);
	});

	it("has the exports of the source, with class names", () => {
		expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
		const names = ["Template", "TemplateError", "TemplateSyntaxError", "UndefinedError", "Environment"] as const;
		for (const name of names) expect(built[name].name).toBe(name);
		expect(() => new built.Template("{{").render()).toThrow(built.TemplateSyntaxError);
		expect(() => new built.Template("{{ a.b.c }}").render()).toThrow(built.UndefinedError);
	});

	it("renders like the source", () => {
		const outcome = (
			{ Template }: typeof source,
			{ template, context, options, templates }: (typeof RECORDED)[0],
		): string => {
			try {
				const loader = templates ? { loader: templates } : {};
				return new Template(template, { now: NOW, random: () => 0, ...options, ...loader }).render(context);
			} catch (error) {
				return String(error);
			}
		};
		const different = RECORDED.filter((item) => outcome(built, item) !== outcome(source, item));
		expect(RECORDED.length).toBeGreaterThan(4000);
		expect(different.map(({ template }) => template)).toEqual([]);
	});

	it("has an ES module for import, which the full engine is added to", async () => {
		const lib = (name: string): Promise<typeof source> =>
			import(pathToFileURL(join(root, `dist/lib/template/${name}.node.js`)).href) as Promise<typeof source>;
		const core = await lib("index");
		expect(Object.keys(core).sort()).toEqual(Object.keys(source).sort());
		for (const name of ["Template", "TemplateError", "Environment", "float"] as const)
			expect(core[name].name).toBe(name);
		const late = "{{ 'a' | center(3) }}";
		expect(() => new core.Template(late).render()).toThrow("modelhub/jinja/full");
		expect(() => new core.Template("{{")).toThrow(core.TemplateSyntaxError);
		const full = await lib("full");
		expect(full.Template).toBe(core.Template);
		expect(new core.Template(late).render()).toBe(" a ");
	});

	it("is part of a bundle made from the Node file", async () => {
		const temporary = mkdtempSync(join(tmpdir(), "hub-bundle-"));
		try {
			for (const format of ["esm", "cjs"] as const) {
				const outfile = join(temporary, `bundle.${format === "esm" ? "mjs" : "cjs"}`);
				await build({
					stdin: {
						contents: `import { Template } from "modelhub/jinja"; import "modelhub/jinja/full";
							console.log(new Template("{{ 'x'.upper() | center(3) }}|").render());`,
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
				expect(execFileSync(process.execPath, [outfile], { encoding: "utf8" })).toBe(" X |\n");
			}
		} finally {
			rmSync(temporary, { recursive: true });
		}
	});
});
