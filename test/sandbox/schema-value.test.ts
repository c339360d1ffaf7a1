import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { createValue } from "../../src/sandbox/chat/schema-value.ts";

const text = "Bob, who is 41 years old, paid 19.99 for 3 books in Lisbon on 2024-05-06. Mail bob@example.org.";

const SCHEMAS: readonly (readonly [string, Schema])[] = [
	["nothing", {}],
	[
		"nested objects",
		{
			type: "object",
			properties: { a: { type: "object", properties: { b: { type: "number" } }, required: ["b"] } },
			required: ["a"],
		},
	],
	[
		"no additional properties",
		{ type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false },
	],
	["lengths", { type: "array", items: { type: "integer" }, minItems: 3, maxItems: 4 }],
	["unique items", { type: "array", items: { type: "string", minLength: 2 }, minItems: 3, uniqueItems: true }],
	["unique choices", { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 3, uniqueItems: true }],
	["tuples", { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }] }],
	["bounds", { type: "integer", minimum: 100, maximum: 102 }],
	["open bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }],
	["negative numbers", { type: "integer", maximum: -3 }],
	["multiples", { type: "integer", multipleOf: 7, minimum: 10 }],
	["long texts", { type: "string", minLength: 40 }],
	["short texts", { type: "string", maxLength: 3 }],
	[
		"formats",
		{
			type: "object",
			properties: {
				when: { type: "string", format: "date" },
				at: { type: "string", format: "date-time" },
				mail: { type: "string", format: "email" },
				id: { type: "string", format: "uuid" },
				link: { type: "string", format: "uri" },
			},
			required: ["when", "at", "mail", "id", "link"],
		},
	],
	["patterns", { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" }],
	[
		"constants",
		{ type: "object", properties: { kind: { const: "x" }, on: { const: true } }, required: ["kind", "on"] },
	],
	["choices", { enum: [1, "two", null] }],
	["several types", { type: ["string", "null"] }],
	[
		"any of",
		{ anyOf: [{ type: "null" }, { type: "object", properties: { n: { type: "integer" } }, required: ["n"] }] },
	],
	[
		"one of",
		{
			oneOf: [
				{ type: "integer", minimum: 5 },
				{ type: "string", minLength: 50 },
			],
		},
	],
	[
		"all of",
		{
			allOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { $ref: "#/$defs/b" }],
			$defs: { b: { properties: { b: { type: "boolean" } }, required: ["b"] } },
		},
	],
	[
		"recursive",
		{
			type: "object",
			properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
			required: ["name", "children"],
		},
	],
	[
		"recursive, optional",
		{
			$ref: "#/$defs/node",
			$defs: {
				node: {
					type: "object",
					properties: { value: { type: "integer" }, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
					required: ["value"],
				},
			},
		},
	],
];

describe("values follow their schema", () => {
	it.each(SCHEMAS)("%s", (_, schema) => {
		const validator = new Validator(schema, "2020-12", false);
		for (const given of [text, "", "hello"]) {
			const value = createValue(schema, { text: given, answer: "An answer." });
			expect({ value, errors: validator.validate(value).errors }).toEqual({ value, errors: [] });
		}
	});
});

it.each([
	["^\\d\\d$", "11"],
	["^[A-Z]{3}-\\d$", "AAA-1"],
	// Matching it would take for ever.
	["^(a+)+$", "a+"],
	[`^${"\\d".repeat(100)}$`, "1".repeat(100)],
])("writes a text for the pattern %s", (pattern, expected) => {
	const source = { text: `${text} ${"a".repeat(50)}!`, answer: "" };
	expect(createValue({ type: "string", pattern }, source)).toBe(expected);
});

it.each(["constructor", "__proto__", "toString", "unknown"])("writes a text for the format %s", (format) => {
	const source = { text: "hello", answer: "" };
	expect(createValue({ type: "string", format }, source)).toBe("hello");
});

it("takes values from the text by their names", () => {
	const properties = Object.fromEntries(
		[
			["name", { type: "string" }],
			["age", { type: "integer" }],
			["city", { type: "string" }],
			["email", { type: "string", format: "email" }],
		].map(([name, schema]) => [name as string, schema]),
	);
	const value = createValue({ type: "object", properties }, { text, answer: "" });
	expect(value).toEqual({ name: "Bob", age: 41, city: "Lisbon", email: "ada@example.org" });
});
