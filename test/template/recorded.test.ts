import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { Template, type TemplateOptions } from "../../src/template/index.ts";
import { check, type Expectation, FIXTURES, NOW } from "./cases.ts";

interface Case extends Expectation {
	readonly template: string;
	readonly context?: Record<string, unknown>;
	readonly options?: TemplateOptions;
	readonly templates?: Record<string, string>;
}

/** Recorded by `scripts/record-template-cases.py`. */
const cases = JSON.parse(readFileSync(`${FIXTURES}recorded-cases.json`, "utf8")) as Case[];

describe("renders like Jinja2", () => {
	for (const item of cases)
		it(`${item.template} ${item.options ? JSON.stringify(item.options) : ""}`.trim(), () => {
			const loader = item.templates ? { loader: item.templates } : {};
			check(() => new Template(item.template, { now: NOW, ...item.options, ...loader }).render(item.context), item);
		});
});
