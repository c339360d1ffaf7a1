import { describe, expect, it } from "vitest";
import { Template } from "../../src/template/index.ts";
import { check, NOW, renderOrExplain } from "./cases.ts";
import { contextOf, corpus } from "./corpus.ts";

describe("real chat templates", () => {
	it.skipIf(!corpus)("are read from ../shared/spec/chat-templates.json", () => {
		expect(corpus?.templates.length).toBeGreaterThan(0);
	});

	for (const { name, template, cases } of corpus?.templates ?? []) {
		it(`${name} renders its ${cases.length} cases`, () => {
			let read: Template | undefined;
			for (const item of cases) {
				check(() => {
					read ??= new Template(template, { now: NOW });
					return read.render(contextOf(item));
				}, item);
			}
		});

		const isBroken = cases.every(({ error }) => error?.kind === "syntax");
		if (isBroken) continue;
		it(`${name} renders the same when formatted, and formatting is idempotent`, () => {
			const original = new Template(template, { now: NOW });
			const formatted = new Template(original.format(), { now: NOW });
			expect(formatted.format()).toBe(original.format());
			for (const item of cases) {
				const context = contextOf(item);
				expect(renderOrExplain(formatted, context)).toBe(renderOrExplain(original, context));
			}
		});
	}
});
