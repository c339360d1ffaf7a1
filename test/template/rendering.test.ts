import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { Template, type TemplateOptions } from "../../src/template/index.ts";
import { check, type Expectation, FIXTURES, NOW, readFixtures } from "./cases.ts";

interface Case extends Expectation {
	readonly id: string;
	readonly group: string;
	readonly template: string;
	readonly context?: Record<string, unknown>;
	readonly options?: TemplateOptions & { do?: true };
	readonly templates?: Record<string, string>;
	readonly format?: { indent?: number | string };
}

const { cases } = JSON.parse(readFileSync(`${FIXTURES}jinja-cases.json`, "utf8")) as { cases: Case[] };

function readOptions({ options, templates }: Case): TemplateOptions {
	const { do: allowsDo, ...rest } = options ?? {};
	return {
		now: NOW,
		...rest,
		...(templates ? { loader: templates } : {}),
		...(allowsDo ? { extensions: ["loopcontrols", "do"] } : {}),
	};
}

for (const group of new Set(cases.map((item) => item.group))) {
	describe(`cases of ${group}`, () => {
		for (const item of cases.filter((candidate) => candidate.group === group))
			it(`${item.id}: ${item.template}`, () => {
				check(() => {
					const template = new Template(item.template, readOptions(item));
					return group === "format" ? template.format(item.format) : template.render(item.context);
				}, item);
			});
	});
}

describe("fixtures", () => {
	for (const fixture of readFixtures())
		it(fixture.name, () => {
			check(() => new Template(fixture.template, fixture.options).render(fixture.context), fixture, true);
		});
});
