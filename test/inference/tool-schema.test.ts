import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keysOf } from "../../src/base/json.ts";
import { findProvider } from "../../src/inference/index.ts";
import { adaptSchema, SCHEMA_RULES } from "../../src/inference/tool-schema.ts";

type Json = Record<string, unknown>;

/** The schemas of the tools that agents send. */
const AGENTS: [string, Json][] = ["claude-tools", "codex-mcp", "codex-shell", "codex-default-model"].flatMap((name) => {
	const request = JSON.parse(readFileSync(new URL(`../fixtures/agents/${name}.json`, import.meta.url), "utf8")) as Json;
	const lists: unknown[] = [request["tools"], ...((request["input"] ?? []) as Json[]).map((item) => item["tools"])];
	const list = (tools: unknown): Json[] =>
		((tools ?? []) as Json[]).flatMap((tool) => (tool["tools"] ? list(tool["tools"]) : [tool]));
	return lists.flatMap(list).flatMap((tool): [string, Json][] => {
		const schema = tool["input_schema"] ?? tool["parameters"];
		return schema ? [[`${name}: ${String(tool["name"])}`, schema as Json]] : [];
	});
});

/** The keywords of a schema, not the names of its members. */
function listKeywords(schema: unknown): string[] {
	if (Array.isArray(schema)) return schema.flatMap(listKeywords);
	if (typeof schema !== "object" || schema === null) return [];
	return Object.entries(schema).flatMap(([key, value]) => {
		if (key === "properties") return [key, ...Object.values(value as Json).flatMap(listKeywords)];
		if (["enum", "required", "default", "const", "examples", "description"].includes(key)) return [key];
		return [key, ...listKeywords(value)];
	});
}

describe.each(keysOf(SCHEMA_RULES))("schemas by %s", (form) => {
	const rules = SCHEMA_RULES[form];

	it.each(AGENTS)("of %s are objects without what the rules exclude", (_name, schema) => {
		const adapted = adaptSchema(schema, form);
		expect(adapted["type"]).toBe("object");
		expect(Object.keys(adapted["properties"] as Json)).toEqual(Object.keys((schema["properties"] ?? {}) as Json));
		const keywords = listKeywords(adapted);
		expect(
			rules.without.filter((name) => keywords.includes(name) && !(rules.closes && name === "additionalProperties")),
		).toEqual([]);
		// The next request has the same.
		expect(JSON.stringify(adaptSchema(schema, form))).toBe(JSON.stringify(adapted));
	});

	it("have at least some tools of agents to be tried with", () => {
		expect(AGENTS.length).toBeGreaterThan(8);
	});

	it("end where a schema names itself", () => {
		const schema = { type: "object", properties: { next: { $ref: "#" }, other: { $ref: "#" } } };
		expect(JSON.stringify(adaptSchema(schema, form)).length).toBeLessThan(1_000_000);
	});
});

describe("a schema", () => {
	it("keeps limits as words", () => {
		const schema = {
			$schema: "http://json-schema.org/draft-07/schema#",
			type: "object",
			properties: {
				url: { type: "string", format: "uri", description: "Where" },
				count: { type: ["integer", "null"], minimum: 1 },
				title: { type: "string", title: "T" },
			},
			required: ["url", "gone"],
			additionalProperties: false,
		};
		expect(adaptSchema(schema, "plain")).toEqual({
			type: "object",
			properties: {
				url: { type: "string", description: 'Where (format: "uri")' },
				count: { type: "integer", description: "(minimum: 1)" },
				title: { type: "string" },
			},
			required: ["url"],
		});
	});

	it("with a choice at the top is an object with the members of all", () => {
		const schema = {
			description: "One of two",
			anyOf: [
				{ type: "object", properties: { a: { type: "string" }, b: {} }, required: ["a", "b"] },
				{ type: "object", properties: { a: { type: "number" }, c: {} }, required: ["a"] },
			],
		};
		expect(adaptSchema(schema, "checked")).toEqual({
			description: "One of two",
			type: "object",
			properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] }, b: {}, c: {} },
			required: ["a"],
		});
	});

	it("has references replaced by what they name", () => {
		const schema = {
			type: "object",
			properties: { at: { $ref: "#/$defs/place", description: "Here" }, lost: { $ref: "#/$defs/none" } },
			$defs: { place: { type: "object", properties: { x: { type: "number" } }, description: "A place" } },
		};
		expect(adaptSchema(schema, "closed")).toEqual({
			type: "object",
			properties: {
				at: { type: "object", properties: { x: { type: "number" } }, description: "Here", additionalProperties: false },
				lost: {},
			},
			additionalProperties: false,
		});
	});

	it.each(["cerebras", "fireworks-ai", "groq", "openai"])("has rules at %s", (id) => {
		expect(Object.keys(SCHEMA_RULES)).toContain(findProvider(id)?.chat?.schemas);
	});
});
