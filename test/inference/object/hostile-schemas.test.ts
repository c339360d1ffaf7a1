import { describe, expect, it, onTestFinished } from "vitest";
import { planArguments, planObject } from "../../../src/inference/object/plan.ts";
import { validate } from "../../../src/inference/object/validate.ts";
import { startServer } from "../../helpers/server.ts";
import { createHome } from "../../helpers/session.ts";

const many = <Value>(count: number, make: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => make(index));
const twice = (part: object): object[] => [part, part];
const SELF = { $ref: "#" };

/** Schemas whose checks multiply, each with a value. */
const MULTIPLYING: readonly [string, Record<string, unknown>, unknown][] = [
	["references to itself in allOf", { allOf: twice(SELF) }, {}],
	["references to itself in anyOf", { anyOf: twice(SELF), type: "object" }, {}],
	["references to itself in oneOf", { oneOf: twice(SELF) }, [1]],
	["references to itself in not", { not: SELF, allOf: twice(SELF) }, {}],
	["options, for each item", { items: { enum: many(10_000, String) } }, many(10_000, () => "x")],
	["required members, for each item", { items: { required: many(10_000, String) } }, many(10_000, () => ({}))],
	["a pattern of thousands of parts", { pattern: `${"a*".repeat(2000)}$` }, "b".repeat(100_000)],
	["a pattern that looks ahead", { pattern: "(?=.*c).*(?=.*d)" }, "b".repeat(100_000)],
	["repetitions of repetitions", { pattern: "(?:(?:a{1000}){1000}){1000}" }, "a"],
	[
		"patterns of names, for each member",
		{ patternProperties: Object.fromEntries(many(3000, (index) => [`^x${index}$`, true])) },
		Object.fromEntries(many(3000, (index) => [`y${index}`, 1])),
	],
];

describe("a schema from anybody", () => {
	it.each(MULTIPLYING)("ends with a problem where it would take too long: %s", async (_, schema, value) => {
		expect(validate(schema, value)).toEqual([
			{ path: "", message: "cannot be checked: the schema takes too long on it" },
		]);
		const { read } = planArguments(schema);
		expect(await read(JSON.stringify(value))).toMatchObject({ problems: expect.stringContaining("takes too long") });
	});

	it("tells a thousand problems of one value, and a hundred options of one problem", () => {
		expect(validate({ items: { type: "string" } }, many(5000, Number))).toHaveLength(1000);
		expect(validate({ enum: many(102, Number) }, -1)[0]?.message).toMatch(/ 99, and 2 more, not -1$/);
	});

	it.each([
		["in allOf", { allOf: many(10, () => SELF) }],
		[
			"variants within variants",
			many(40, Number).reduce<object>(
				(inner) => ({ anyOf: [{ title: "a" }, { title: "b" }], properties: { inner } }),
				{},
			),
		],
	])("is refused where its strict form would have no end: %s", (_, schema) => {
		expect(() => planObject(schema as Record<string, unknown>)).toThrow(/The schema leads to more than 250000 parts\./);
	});

	it("names definitions by the ends of their references, each once", () => {
		const properties = Object.fromEntries(
			many(3, (index) => [`m${index}`, { $ref: `#/properties/holder/properties/h${index}/x` }]),
		);
		const holder = { properties: Object.fromEntries(many(3, (index) => [`h${index}`, { x: { type: "string" } }])) };
		const sent = planObject({ type: "object", properties: { ...properties, holder } }).schema;
		expect(Object.keys((JSON.parse(sent) as { $defs: object }).$defs)).toEqual(["x", "x_2", "x_3"]);
	});

	const SCHEMA = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } }, required: ["a"] };
	const WRONG = JSON.stringify({ a: `${"a".repeat(60)}!` });

	it.each([
		["infer -t chat -m m --endpoint URL/v1 hi --schema schema.json", WRONG, 5],
		["infer -t chat -m m --endpoint URL/v1 hi --schema-multi schema.json", `[${WRONG}]`, 5],
		["infer -t chat -m m --endpoint URL/v1 hi --params params.json --json", WRONG, 5],
		["batch rows.txt -t chat -m m --endpoint URL/v1 --schema schema.json --progress none", WRONG, 1],
	])("does not hang hub %s", async (line, content, code) => {
		const format = { type: "json_schema", json_schema: { name: "x", schema: SCHEMA } };
		const home = createHome({
			"schema.json": JSON.stringify(SCHEMA),
			"params.json": JSON.stringify({ response_format: format }),
			"rows.txt": "one\n",
		});
		onTestFinished(() => home.remove());
		const message = { role: "assistant", content };
		const server = await startServer(() => ({ body: { choices: [{ index: 0, message, finish_reason: "stop" }] } }));
		onTestFinished(() => server.close());
		const outcome = await home.run(`hub ${line.replace("URL", server.url)}`);
		expect(outcome.stderr + outcome.stdout).toContain("/a: must match ^(a+)+$");
		expect(outcome.code).toBe(code);
	});
});
