import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type * as Inference from "../../src/index.ts";
import type * as Jinja from "../../src/template/index.ts";
import { builtFile } from "../helpers/built.ts";

/** Errors of two copies of the package in one program: the modules for bundlers, and CommonJS. */

const root = builtFile();
const require = createRequire(import.meta.url);

interface Copies<Module> {
	readonly lib: Module;
	readonly cjs: Module;
}

async function loadBoth<Module>(path: string): Promise<Copies<Module>> {
	const lib = (await import(pathToFileURL(join(root, `dist/lib/${path}.js`)).href)) as Module;
	return { lib, cjs: require(join(root, `dist/cjs/${path}.js`)) as Module };
}

type Classes = Readonly<Record<string, new (...args: never[]) => Error>>;

/** The error classes among the exports of a module that extend a branded one, and so need a brand of their own. */
function classesOf(module: object): Classes {
	return Object.fromEntries(
		Object.entries(module).filter(
			([, value]) => typeof value === "function" && value.prototype instanceof Error && "brand" in value,
		),
	) as Classes;
}

/** Returns the names of the classes whose instances a value is, by the classes of one copy. */
const namesFor = (value: unknown, classes: Classes): string[] =>
	Object.keys(classes).filter((name) => value instanceof (classes[name] as abstract new () => Error));

/** Names of the classes that a class is, by its chain of prototypes. */
function chainOf(type: object, classes: Classes): string[] {
	return Object.keys(classes).filter((name) => {
		const other = classes[name] as { prototype: object };
		return (
			type === other || Object.prototype.isPrototypeOf.call(other.prototype, (type as { prototype: object }).prototype)
		);
	});
}

for (const [path, count] of [
	["index", 7],
	["template/index", 7],
] as const)
	describe(`two copies of ${path}`, () => {
		it("recognize each other's errors, subclasses as their parents and never the other way round", async () => {
			const { lib, cjs } = await loadBoth<object>(path);
			const [ours, theirs] = [classesOf(lib), classesOf(cjs)];
			expect(Object.keys(ours).length).toBeGreaterThanOrEqual(count);
			expect(Object.keys(theirs).sort()).toEqual(Object.keys(ours).sort());
			for (const [name, type] of Object.entries(ours)) {
				expect(type).not.toBe(theirs[name]);
				const error: unknown = Object.create(type.prototype);
				expect(namesFor(error, ours), name).toEqual(chainOf(type, ours));
				expect(namesFor(error, theirs).sort(), name).toEqual(chainOf(type, ours).sort());
				const foreign: unknown = Object.create((theirs[name] as { prototype: object }).prototype);
				expect(namesFor(foreign, ours).sort(), name).toEqual(chainOf(type, ours).sort());
			}
		});

		it("recognize nothing else", async () => {
			const { lib } = await loadBoth<object>(path);
			const others = [undefined, null, "x", 1, {}, new Error("x"), new SyntaxError("x"), Object.create(null), () => 0];
			for (const value of others) expect(namesFor(value, classesOf(lib))).toEqual([]);
		});
	});

describe("errors across copies", () => {
	it("are recognized when a template throws them", async () => {
		const { lib, cjs } = await loadBoth<typeof Jinja>("template/index");
		const core = (await import(pathToFileURL(join(root, "dist/lib/template/core.js")).href)) as typeof lib;
		const thrown = (run: () => unknown): unknown => {
			try {
				run();
			} catch (error) {
				return error;
			}
			return expect.fail("expected an error");
		};
		const syntax = thrown(() => new cjs.Template("{% if %}"));
		expect(syntax).toBeInstanceOf(lib.TemplateSyntaxError);
		expect(syntax).toBeInstanceOf(SyntaxError);
		expect(syntax).not.toBeInstanceOf(lib.TemplateError);
		const missing = thrown(() => new core.Template("{{ a.b.c }}").render());
		expect(missing).toBeInstanceOf(cjs.UndefinedError);
		expect(missing).toBeInstanceOf(cjs.TemplateError);
		expect(missing).not.toBeInstanceOf(cjs.SecurityError);
	});

	it("have a guard for all of the library's errors", async () => {
		const { lib, cjs } = await loadBoth<typeof Inference>("index");
		const error = new cjs.InferenceClientInputError("no model");
		expect(lib.isInferenceError(error)).toBe(true);
		expect(cjs.isInferenceError(new lib.InferenceClientAnswerCutError(3))).toBe(true);
		for (const value of [undefined, null, "InputError", { name: "InputError" }, new TypeError("x")])
			expect(lib.isInferenceError(value)).toBe(false);
	});

	it("leave subclasses of a program to identity", async () => {
		const { lib, cjs } = await loadBoth<typeof Jinja>("template/index");
		class Own extends lib.TemplateRuntimeError {}
		expect(new Own("x")).toBeInstanceOf(cjs.TemplateRuntimeError);
		expect(new Own("x")).toBeInstanceOf(Own);
		expect(new lib.TemplateRuntimeError("x")).not.toBeInstanceOf(Own);
		expect(new cjs.TemplateRuntimeError("x")).not.toBeInstanceOf(Own);
	});
});
