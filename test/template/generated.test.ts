import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isTemplateError, Template } from "../../src/template/index.ts";
import { type Expectation, FIXTURES, NOW } from "./cases.ts";

type Case = Expectation & { readonly template: string };

/** Made by `scripts/generate-template-cases.py`, judged by Jinja2 3.1.6. */
const cases = JSON.parse(readFileSync(`${FIXTURES}generated-cases.json`, "utf8")) as Case[];

/** Differences that COMPATIBILITY.md names: the last digit of a power of fractions. */
const KNOWN = ["{{ -2 ** 2.5 }}", "{{ 2.5 ** 2.5 }}"];

function outcome({ template }: Case): string {
	try {
		return new Template(template, { now: NOW }).render({});
	} catch (error) {
		if (!isTemplateError(error)) throw error;
		return `error: ${error.kind}`;
	}
}

describe("equals Jinja2", () => {
	it("in every combination", () => {
		const different = cases
			.map((item) => ({ ...item, ours: outcome(item) }))
			.filter(({ ours, expected, error }) => ours !== (error ? `error: ${error.kind}` : expected))
			.map(({ template }) => template);
		expect(different.sort()).toEqual(KNOWN);
	});
});
