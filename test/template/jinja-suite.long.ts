import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isTemplateError, Template, type TemplateOptions } from "../../src/template/index.ts";
import type { Expectation } from "./cases.ts";

/** A case of Jinja2's own test suite. */
interface Case extends Expectation {
	/** File and name of the test it comes from. */
	readonly test: string;
	readonly template: string;
	readonly context: Record<string, unknown>;
	readonly options: TemplateOptions;
	readonly templates?: Record<string, string>;
}

/** File written by `scripts/record-jinja-suite.py`, which tells how to get it; the suite itself is not ours to ship. */
const path = process.env["JINJA_SUITE"] ?? "";

/** Templates run in the sandbox here, in Jinja2's own suite mostly without: these reach for what it refuses. */
const REFUSED = {
	"test_ext.py::TestExtensions::test_do": "append changes a list",
	"test_ext.py::TestAutoEscape::test_volatile_scoping": "__class__ is private",
	"test_regression.py::TestBug::test_macro_scoping": "pop changes a list",
};

function run({ template, context, options, templates }: Case): string {
	try {
		return new Template(template, { ...options, ...(templates ? { loader: templates } : {}) }).render(context);
	} catch (error) {
		if (!isTemplateError(error)) throw error;
		return `error: ${error.kind}`;
	}
}

describe.skipIf(!existsSync(path))("Jinja2's own suite (needs JINJA_SUITE)", () => {
	const cases = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Case[]) : [];

	it("prints the same, except for features that the sandbox forbids", () => {
		expect(cases.length).toBeGreaterThan(500);
		const different = cases
			.map((item) => ({ ...item, ours: run(item) }))
			.filter(({ ours, expected, error }) => ours !== (error ? `error: ${error.kind}` : expected));
		const unexpected = different.filter(({ test, ours }) => !(test in REFUSED && ours === "error: security"));
		expect(unexpected).toEqual([]);
		expect(new Set(different.map(({ test }) => test))).toEqual(new Set(Object.keys(REFUSED)));
	});
});
