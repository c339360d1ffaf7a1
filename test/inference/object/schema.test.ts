import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parsePartialJson } from "../../../src/inference/object/partial-json.ts";
import { planObject, readJson } from "../../../src/inference/object/plan.ts";

import { toStrictSchema } from "../../../src/inference/object/strict-schema.ts";
import { cleanNulls, validate } from "../../../src/inference/object/validate.ts";
import { isValid, SCHEMAS } from "./forms.ts";
import { createRandom } from "./schemas.ts";

const REFUSED = [
	"minimum",
	"maximum",
	"minLength",
	"maxLength",
	"default",
	"pattern",
	"format",
	"oneOf",
	"allOf",
	"const",
];

/** Every object within a schema. */
function parts(value: unknown): Record<string, unknown>[] {
	if (Array.isArray(value)) return value.flatMap(parts);
	if (value === null || typeof value !== "object") return [];
	return [value as Record<string, unknown>, ...Object.values(value).flatMap(parts)];
}

describe("toStrictSchema", () => {
	it("stays within the subset that every provider supports", () => {
		for (const schema of SCHEMAS) {
			const strict = toStrictSchema(schema);
			expect(strict.isStrict).toBe(true);
			for (const part of parts(strict.schema)) {
				expect(Object.keys(part).filter((name) => REFUSED.includes(name))).toEqual([]);
				if (part["type"] !== "object") continue;
				expect(part["additionalProperties"]).toBe(false);
				expect(part["required"]).toEqual(Object.keys(part["properties"] as object));
			}
		}
	});

	it("makes optional members nullable and puts limits into the description", () => {
		const schema = {
			type: "object",
			properties: {
				age: { type: "integer", minimum: 18, default: 20, description: "in years" },
				color: { enum: ["red", "blue"] },
				child: { $ref: "#" },
				when: { anyOf: [{ type: "string", format: "date" }, { type: "integer" }] },
			},
			required: ["age"],
		};
		expect(toStrictSchema(schema)).toEqual({
			isStrict: true,
			schema: {
				type: "object",
				properties: {
					age: { type: "integer", description: 'in years Constraints: {"minimum":18}' },
					color: { type: ["string", "null"], enum: ["red", "blue", null] },
					child: { anyOf: [{ $ref: "#/$defs/root" }, { type: "null" }] },
					when: {
						anyOf: [
							{ type: "string", description: 'Constraints: {"format":"date"}' },
							{ type: "integer" },
							{ type: "null" },
						],
					},
				},
				required: ["age", "color", "child", "when"],
				additionalProperties: false,
				$defs: { root: expect.objectContaining({ type: "object", additionalProperties: false }) },
			},
		});
	});

	it("does not mark schemas as strict that the subset cannot express", () => {
		expect(toStrictSchema({ type: "object", additionalProperties: { type: "integer", minimum: 1 } })).toEqual({
			isStrict: false,
			schema: {
				type: "object",
				additionalProperties: { type: "integer", description: 'Constraints: {"minimum":1}' },
			},
		});
		expect(toStrictSchema({ type: "object", properties: { any: {} }, required: ["any"] }).isStrict).toBe(false);
	});

	it.each<[schema: Record<string, unknown>, strict: object]>([
		[{ enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
		[
			{ enum: ["a", null, 1.5, [], true] },
			{ type: ["string", "null", "number", "array", "boolean"], enum: ["a", null, 1.5, [], true] },
		],
		[{ enum: [] }, { enum: [] }],
		[
			{ const: "x", title: "T" },
			{ type: "string", enum: ["x"], description: "T" },
		],
		[
			{ type: "string", title: "", minLength: 1 },
			{ type: "string", description: 'Constraints: {"minLength":1}' },
		],
		[
			{ type: "string", title: "T", description: "D", else: {} },
			{ type: "string", description: 'D Constraints: {"else":{}}' },
		],
		[{ type: ["string", "null"], nullable: true }, { type: ["string", "null"] }],
		[
			{ type: "array", prefixItems: [{ type: "string" }, { type: "string" }] },
			{
				type: "array",
				items: { type: "string" },
				description: 'Constraints: {"prefixItems":[{"type":"string"},{"type":"string"}]}',
			},
		],
		[
			{ type: "array", items: [{ type: "string" }, { type: "null" }] },
			{
				type: "array",
				items: { anyOf: [{ type: "string" }, { type: "null" }] },
				description: 'Constraints: {"prefixItems":[{"type":"string"},{"type":"null"}]}',
			},
		],
		[
			{ allOf: [{ type: "string" }], title: "T" },
			{ type: "string", description: "T" },
		],
		[
			{ allOf: [{ allOf: [{ type: "string" }] }, { minLength: 1 }], title: "T" },
			{ type: "string", description: 'T Constraints: {"minLength":1}' },
		],
		[{ required: ["a"] }, { type: "object", properties: { a: {} }, required: ["a"], additionalProperties: false }],
		[
			{
				allOf: [{ properties: { a: { type: "null" } }, required: ["a"] }, { $ref: "#/$defs/b" }],
				$defs: { b: { properties: { b: { type: "null" } }, required: ["b"] } },
			},
			{
				type: "object",
				properties: { a: { type: "null" }, b: { type: "null" } },
				required: ["a", "b"],
				additionalProperties: false,
			},
		],
		[
			{ type: "array", items: { $ref: "#/$defs/x y" }, $defs: { "x y": { type: "null" } } },
			{ type: "array", items: { $ref: "#/$defs/x_y" }, $defs: { x_y: { type: "null" } } },
		],
		[
			{
				anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/definitions/a" }],
				$defs: { a: { type: "null" } },
				definitions: { a: { type: "string" } },
			},
			{
				anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a_2" }],
				$defs: { a: { type: "null" }, a_2: { type: "string" } },
			},
		],
	])("gives %j its strict form", (schema, strict) => {
		expect(toStrictSchema(schema).schema).toEqual(strict);
	});

	it("terminates for recursive schemas of every kind", () => {
		const circles = [
			{ $ref: "#" },
			{ allOf: [{ $ref: "#" }] },
			{ type: "object", anyOf: [{ $ref: "#" }] },
			{ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
		];
		for (const schema of circles) {
			expect(toStrictSchema(schema).schema).toBeTypeOf("object");
			expect(validate(schema, 1)).toBeInstanceOf(Array);
			expect(planObject(schema).readNow("1")).toBeTypeOf("object");
		}
	});
});

describe("planObject", () => {
	it("wraps values that are not objects in an object", async () => {
		const plan = planObject({ type: "array", items: { type: "integer", minimum: 0 } });
		expect(plan.format).toMatchObject({ json_schema: { strict: true, schema: { required: ["items"] } } });
		expect(await plan.read('{"items": [1, 2]}')).toEqual({ value: [1, 2] });
		expect(await plan.read("[1, 2]")).toEqual({ value: [1, 2] });
		expect(await plan.read('{"items": [-1]}')).toEqual({ problems: "/0: must be 0 or more, not -1." });
		expect(plan.readPartial('{"items": [1, 2')).toEqual([1]);
	});

	it.each([
		[{ $ref: "#/$defs/nowhere" }, '"#/$defs/nowhere", which is not in it'],
		[{ $ref: "#/$defs/list/00", $defs: { list: [{}] } }, '"#/$defs/list/00", which is not in it'],
		[{ $ref: "#/$defs/list/length", $defs: { list: [{}] } }, '"#/$defs/list/length", which is not in it'],
		[{ $ref: "#/$defs/100%" }, '"#/$defs/100%", which is not in it'],
		[{ $ref: "https://example.com/schema" }, "which is not in it"],
		[{ type: "objct" }, 'the type "objct"; JSON schema has object, array'],
		[{ properties: { age: { type: ["null", "int"] } } }, 'the type "int"'],
		[{ items: { type: 5 } }, "the type 5"],
		[[], "must be a JSON schema"],
		[{ "~standard": { version: 1, vendor: "old" } }, "The schema of old provides no JSON schema."],
	])("rejects %j", (schema, message) => {
		expect(() => planObject(schema as never)).toThrow(message);
	});

	it.each([
		[z.object({ born: z.date() }), "Date"],
		[z.object({ size: z.bigint() }), "BigInt"],
		[z.object({ names: z.map(z.string(), z.string()) }), "Map"],
	])("of values that JSON does not have is an error of the library (%#)", (schema, word) => {
		const error = expect.objectContaining({
			name: "InputError",
			message: expect.stringMatching(new RegExp(`^The schema of zod cannot be sent: .*${word}`)) as string,
		});
		expect(() => planObject(schema)).toThrow(error);
	});
});

describe("validate", () => {
	it("agrees with another validator on values and mutations of them", () => {
		for (const [index, schema] of SCHEMAS.entries()) {
			const next = createRandom(index + 7);
			for (let round = 0; round < 30; round++) {
				const value = sample(schema, schema, next);
				const changed = next() < 0.5 ? value : change(value, next);
				expect([schema, changed, validate(schema, changed).length === 0]).toEqual([
					schema,
					changed,
					isValid(schema, changed),
				]);
			}
		}
	});

	it.each([
		[{ minItems: 2, uniqueItems: true }, [1, 1], "must not contain the same item twice"],
		[{ multipleOf: 0.1 }, 0.35, "must be a multiple of 0.1"],
		[{ maxLength: 1 }, "ab", "must have 1 or fewer characters"],
		[{ not: { type: "string" } }, "a", "must not follow"],
		[{ if: { type: "integer" }, else: { minLength: 2 } }, "a", "must have 2 or more characters"],
		[{ prefixItems: [{ type: "string" }], items: false }, ["a", 1], "is not allowed here"],
		[{ contains: { type: "string" } }, [1], "must contain 1 or more"],
		[{ propertyNames: { pattern: "^a" } }, { b: 1 }, "must match ^a"],
		[
			{ patternProperties: { "^a": { type: "string" } }, additionalProperties: false },
			{ a: "x", b: 1 },
			"is not allowed here",
		],
		[{ dependentRequired: { a: ["b"] } }, { a: 1 }, "is required with a"],
		[{ oneOf: [{ type: "integer" }, { minimum: 1 }] }, 2, "exactly one"],
		[{ type: ["string", "null"] }, 1, "must be a string or null, not 1"],
		// Of variants, that which fits the value itself was meant.
		[{ anyOf: [{ type: "string" }, { properties: { a: { type: "integer" } } }] }, { a: "x" }, "must be an integer"],
		[{ anyOf: [{ type: "string" }, { type: "integer" }] }, true, "must follow one of the variants"],
	])("finds violations of %j", (schema, value, message) => {
		expect(
			validate(schema, value)
				.map((problem) => problem.message)
				.join(),
		).toContain(message);
	});

	it.each<[schema: object, fitting: unknown[], other: unknown, problems: string]>([
		[{ minimum: 2 }, [2, "x"], 1, ": must be 2 or more, not 1"],
		[{ maximum: 2 }, [2], 2.5, ": must be 2 or less, not 2.5"],
		[{ exclusiveMinimum: 2 }, [2.1], 2, ": must be more than 2, not 2"],
		[{ exclusiveMaximum: 2 }, [1.9], 2, ": must be less than 2, not 2"],
		[{ multipleOf: 0.1 }, [0.3, 0], 0.35, ": must be a multiple of 0.1, not 0.35"],
		[{ minLength: 2 }, ["é😀"], "😀", ": must have 2 or more characters, not 1"],
		[{ maxLength: 1 }, ["😀"], "ab", ": must have 1 or fewer characters, not 2"],
		[{ format: "ipv4" }, ["1.2.3.4", 5], "1.2.3.256", ": must be a ipv4"],
		[{ format: "constructor", pattern: "(" }, ["any"], undefined, ""],
		[{ minItems: 1, uniqueItems: false }, [[1, 1]], [], ": must have 1 or more items, not 0"],
		[{ maxItems: 1 }, [[1]], [1, 2], ": must have 1 or fewer items, not 2"],
		[{ minProperties: 1 }, [{ a: 1 }], {}, ": must have 1 or more members, not 0"],
		[{ maxProperties: 1 }, [{ a: 1 }], { a: 1, b: 2 }, ": must have 1 or fewer members, not 2"],
		[{ type: "integer" }, [1], 1.5, ": must be an integer, not 1.5"],
		[{ type: ["array", "object"] }, [[], {}], null, ": must be an array or an object, not null"],
		[{ type: "null" }, [null], undefined, ": must be null, not undefined"],
		[{ const: { a: [1] } }, [{ a: [1] }], { a: [2] }, ': must be {"a":[1]}, not {"a":[2]}'],
		[
			{ items: [{ type: "string" }], additionalItems: { type: "null" } },
			[["a", null]],
			[1, 2],
			"/0: must be a string, not 1; /1: must be null, not 2",
		],
		[{ properties: { "a/b~": { type: "null" } } }, [{ "a/b~": null }], { "a/b~": 1 }, "/a~1b~0: must be null, not 1"],
		[{ contains: { const: 1 }, minContains: 0 }, [[]], undefined, ""],
		[{ required: ["constructor"] }, [{ constructor: 1 }], {}, "/constructor: is missing"],
	])("has the limits and words of %j", (schema, fitting, other, problems) => {
		for (const value of fitting) expect(validate(schema, value)).toEqual([]);
		const found = other === undefined && problems === "" ? [] : validate(schema, other);
		expect(found.map(({ path, message }) => `${path}: ${message}`).join("; ")).toBe(problems);
	});

	it("reports all problems of a value in the order of its members, and shows long values cut", () => {
		const schema = { minProperties: 3, required: ["c"], properties: { a: { type: "null" } } };
		expect(validate(schema, { a: "x".repeat(80) })).toEqual([
			{ path: "", message: "must have 3 or more members, not 1" },
			{ path: "/c", message: "is missing" },
			{ path: "/a", message: `must be null, not "${"x".repeat(59)}…` },
		]);
	});
});

describe("cleanNulls", () => {
	const optional = { type: "object", properties: { a: { type: "integer" }, b: { type: ["null", "string"] } } };

	it.each<[schema: object, answer: unknown, value: unknown]>([
		[optional, { a: null, b: null, c: null }, { b: null, c: null }],
		[{ ...optional, required: ["a"] }, { a: null }, { a: null }],
		[
			{ ...optional, required: ["b"] },
			{ a: 1, b: null },
			{ a: 1, b: null },
		],
		[{ $ref: "#/$defs/o", $defs: { o: optional } }, { a: null }, {}],
		[{ allOf: [optional, { type: "object" }] }, { a: null }, {}],
		[{ anyOf: [{ type: "string" }, optional] }, { a: null }, {}],
		[{ type: "array", items: optional }, [{ a: null }, { a: 2 }], [{}, { a: 2 }]],
		[{ type: "array", prefixItems: [{}, optional], items: {} }, [{ a: null }, { a: null }], [{ a: null }, {}]],
		[{ type: "array", items: [{}, optional] }, [{ a: null }, { a: null }], [{ a: null }, {}]],
		[{ type: "object", additionalProperties: optional }, { x: { a: null } }, { x: {} }],
	])("leaves out nulls that %j has not", (schema, answer, value) => {
		expect(cleanNulls(schema, answer, schema as Record<string, unknown>)).toEqual(value);
	});
});

describe("parsePartialJson", () => {
	it.each<[text: string, value: unknown]>([
		["", undefined],
		["no {", {}],
		['{"a', {}],
		['{"a"', {}],
		['{"a":', {}],
		['{"a": tru', {}],
		['{"a": true', { a: true }],
		['{"a": 12', {}],
		['{"a": 12,', { a: 12 }],
		['{"a": 1 , "b" : [ 1 , 2 ] , "c" : "', { a: 1, b: [1, 2], c: "" }],
		['{"a": 1} {"b": 2}', { a: 1 }],
		["[1, -2.5e3]", [1, -2500]],
		["[1 2, 3]", [1]],
		['[{"a": []}, {"b": "x"', [{ a: [] }, { b: "x" }]],
		["[nul", []],
		["[null", [null]],
		["[[nope, 2], 3]", [[]]],
		["[nope, 1]", []],
		['["a\\', ["a"]],
		['["a\\\\', ["a\\\\".slice(0, 2)]],
		['["\\u00e9 \\u00', ["é "]],
		['["\ud83d', [""]],
		['["a"b", 1]', ["a"]],
		['{"__proto__": 1, "x": 2', JSON.parse('{"__proto__": 1}')],
	])("reads %j", (text, value) => {
		expect(parsePartialJson(text)).toEqual(value);
	});

	it("parses every prefix of a JSON text, and grows to the whole", () => {
		const value = { a: 'x"\\y\n😀é', b: [1, -2.5e3, true, null, { c: "" }], d: {}, e: [[], ["z"]] };
		for (const indent of [undefined, 2]) {
			const text = JSON.stringify(value, null, indent);
			let last = 0;
			for (let end = 0; end <= text.length; end++) {
				const partial = parsePartialJson(text.slice(0, end));
				const length = JSON.stringify(partial)?.length ?? 0;
				expect(length).toBeGreaterThanOrEqual(last);
				last = length;
			}
			expect(parsePartialJson(text)).toEqual(value);
		}
		expect(parsePartialJson('Sure: {"a": "\\u00e')).toEqual({ a: "" });
		expect(parsePartialJson("[".repeat(100_000))).toBeDefined();
		expect(parsePartialJson("no")).toBeUndefined();
	});
});

describe("readJson", () => {
	it.each([
		['{"a": 1}', { a: 1 }],
		['<think>{"b": 2}</think>\n{"a": 1}', { a: 1 }],
		['Here:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }],
		['The answer is {"a": [1]}.', { a: [1] }],
		["[1, 2]", [1, 2]],
		["I cannot.", undefined],
		['{"a": ', undefined],
	])("reads %j", (answer, value) => {
		expect(readJson(answer)).toEqual(value);
	});
});

/** A value that follows a schema of `generateSchema`, roughly. */
function sample(schema: Record<string, unknown>, root: Record<string, unknown>, next: () => number): unknown {
	const inner = (part: unknown): unknown => sample(part as Record<string, unknown>, root, next);
	if (typeof schema["$ref"] === "string") {
		return inner((root["$defs"] as Record<string, unknown>)[schema["$ref"].split("/").at(-1) ?? ""]);
	}
	if ("const" in schema) return schema["const"];
	if (Array.isArray(schema["enum"])) return schema["enum"][0];
	const variants = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
	if (Array.isArray(variants)) return inner(variants[Math.floor(next() * variants.length)]);
	switch (schema["type"]) {
		case "object": {
			const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
			const members = Object.entries(properties).filter(([name]) => required.includes(name) || next() < 0.5);
			return Object.fromEntries(members.map(([name, part]) => [name, inner(part)]));
		}
		case "array":
			return Array.from({ length: Math.floor(next() * 5) }, () => inner(schema["items"]));
		case "string":
			return ["abc", "AB123", "2026-01-31", "a@b.example", "x"][Math.floor(next() * 5)];
		case "boolean":
			return true;
		default:
			return [0.5, 20, 1, -7, null][Math.floor(next() * 5)];
	}
}

/** The value with something else in one place. */
function change(value: unknown, next: () => number): unknown {
	const other = [null, "text", 3, 1.5, [], {}, [null], { extra: 1 }][Math.floor(next() * 8)];
	if (next() < 0.3 || value === null || typeof value !== "object") return other;
	const keys = Object.keys(value);
	const key = keys[Math.floor(next() * keys.length)];
	if (key === undefined) return other;
	if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? change(item, next) : item));
	return { ...value, [key]: change((value as Record<string, unknown>)[key], next) };
}
