import { expect, it } from "vitest";
import { InferenceClientInputError } from "../../../src/errors.ts";
import { planArguments, planObject } from "../../../src/inference/object/plan.ts";
import type { JsonSchema } from "../../../src/inference/object/reference.ts";
import { listMutants, UNPRINTABLE } from "../../hostile/mutants.ts";

/** Most keywords; a tool server or a file may send others than texts and numbers. */
const SCHEMA: JsonSchema = {
	type: "object",
	title: "t",
	description: "d",
	properties: {
		a: { type: ["string", "null"], minLength: 1, pattern: "a", format: "date", enum: ["a"], default: "a" },
		b: {
			type: "array",
			items: { $ref: "#/$defs/n" },
			minItems: 1,
			contains: { const: 1 },
			minContains: 1,
			maxContains: 2,
		},
		c: { type: "number", minimum: 0, multipleOf: 1, exclusiveMaximum: 5 },
		d: { anyOf: [{ type: "object", properties: {}, required: ["x"] }, { type: "null" }] },
		e: {
			allOf: [
				{ type: "object", required: ["x"] },
				{ type: "object", required: ["y"] },
			],
		},
	},
	required: ["a", "z"],
	additionalProperties: false,
	patternProperties: { "^x": { type: "string" } },
	dependentRequired: { a: ["b"] },
	minProperties: 1,
	$defs: { n: { type: "integer" } },
};
const ANSWER = JSON.stringify({ a: "a", b: [1, "x"], c: 3, d: {}, e: {} });

it("refuses or reads a schema whose parts are of any type, and never fails", async () => {
	let read = 0;
	for (const schema of listMutants(SCHEMA, [...UNPRINTABLE, null, 7, "", [], {}])) {
		for (const plan of [planObject, planArguments]) {
			try {
				await plan(schema as JsonSchema).read(ANSWER);
				read++;
			} catch (error) {
				expect(error, JSON.stringify(schema)).toBeInstanceOf(InferenceClientInputError);
			}
		}
	}
	expect(read).toBeGreaterThan(300);
});
