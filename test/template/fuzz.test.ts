import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fuzz } from "../fuzz/template.ts";
import { FIXTURES, readFixtures } from "./cases.ts";

interface Case {
	readonly template: string;
	readonly context?: Record<string, unknown>;
}

const { cases } = JSON.parse(readFileSync(`${FIXTURES}jinja-cases.json`, "utf8")) as { cases: Case[] };

it("survives damaged templates and contexts", () => {
	const seeds = [...readFixtures(), ...cases.map(({ template, context = {} }) => ({ template, context }))];
	expect(fuzz(seeds, 2_000, 7)).toEqual([]);
});
