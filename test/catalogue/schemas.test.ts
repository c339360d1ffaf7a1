import { describe, expect, it } from "vitest";
import { resolveSchema } from "../../src/catalogue/schemas.ts";
import { loadTaskParameters } from "../../src/catalogue/task-parameters.ts";
import { loadTaskSchemas, PIPELINE_TYPES, type Schema, type TaskSchema } from "../../src/tasks.ts";
import { readSpecification } from "./specification.ts";

type SpecifiedSchema = Schema & { "x-since"?: string; "x-later"?: Schema };

const specified = readSpecification<{
	dialect: string;
	common: object;
	tasks: Record<string, TaskSchema & { since?: string }>;
}>("task-schemas");
const schemas = await loadTaskSchemas();
const documents = Object.entries(specified.tasks).flatMap(([task, { since, ...parts }]) =>
	Object.entries(parts).map(([part, document]) => ({ task, part: part as keyof TaskSchema, document })),
);

/** Visits every schema of a document with the schemas around it. */
function visit(node: Schema, act: (node: Schema) => void): void {
	act(node);
	const { properties = {}, $defs = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = node;
	const inner = [...Object.values(properties), ...Object.values($defs), ...allOf, ...anyOf, ...oneOf];
	for (const child of [...inner, items, additionalProperties]) if (child) visit(child, act);
}

/** A document as specified, with its later values; only our descriptions and one extension come on top. */
function applyLater(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(applyLater);
	if (typeof value !== "object" || value === null) return value;
	const { "x-since": _since, "x-later": later, ...rest } = value as SpecifiedSchema;
	return Object.fromEntries(Object.entries({ ...rest, ...later }).map(([key, item]) => [key, applyLater(item)]));
}

function withoutAdditions(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutAdditions);
	if (typeof value !== "object" || value === null) return value;
	const kept = Object.entries(value).filter(
		([key, item]) => key !== "x-any-case" && !(key === "description" && typeof item === "string"),
	);
	return Object.fromEntries(kept.map(([key, item]) => [key, withoutAdditions(item)]));
}

describe("task schemas", () => {
	it("has the schemas of 32 tasks in 66 documents", () => {
		expect(Object.keys(schemas.tasks)).toEqual(Object.keys(specified.tasks));
		expect(Object.keys(schemas.tasks)).toHaveLength(32);
		expect(documents).toHaveLength(66);
		expect(schemas.dialect).toBe(specified.dialect);
		expect(withoutAdditions(schemas.common)).toEqual(specified.common);
		const known: readonly string[] = PIPELINE_TYPES;
		expect(Object.keys(schemas.tasks).filter((task) => !known.includes(task))).toEqual(["chat-completion"]);
	});

	it.each(documents)("has the $part of $task", ({ task, part, document }) => {
		const found = schemas.tasks[task]?.[part];
		expect(withoutAdditions(found)).toEqual(applyLater(document));
		expect(found?.$id).toBe(`/inference/schemas/${task}/${part}.json`);
	});

	it.each(documents)("resolves every reference in the $part of $task", ({ task, part }) => {
		const schema = schemas.tasks[task]?.[part] ?? {};
		const document = { schema, common: schemas.common };
		visit(schema, (node) => {
			const resolved = resolveSchema(document, node);
			expect(resolved.$ref).toBeUndefined();
			if (node.nullable) expect(resolved.nullable).toBe(true);
		});
	});

	it("rejects a dangling reference", () => {
		const document = { schema: { $id: "/x.json" }, common: schemas.common };
		expect(() => resolveSchema(document, { $ref: "#/$defs/Missing" })).toThrow("#/$defs/Missing");
	});
});

describe("loadTaskParameters", () => {
	it("lists each parameter with its location, type and default", async () => {
		expect(await loadTaskParameters("table-question-answering")).toMatchObject([
			{
				path: "parameters.padding",
				type: '"do_not_pad", "longest" or "max_length"',
				default: "do_not_pad",
				isRequired: false,
			},
			{ path: "parameters.sequential", type: "true or false", default: false },
			{ path: "parameters.truncation", name: "truncation", default: false },
		]);
		expect((await loadTaskParameters("zero-shot-classification"))[0]).toMatchObject({
			name: "candidate_labels",
			isRequired: true,
			type: "a list of strings",
		});
	});

	it("puts parameters of chats and embeddings next to the input", async () => {
		const paths = async (task: string) => (await loadTaskParameters(task)).map(({ path }) => path);
		expect(await paths("chat")).toEqual(await paths("conversational"));
		expect(await paths("conversational")).toContain("temperature");
		expect(await paths("feature-extraction")).toEqual(["normalize", "prompt_name", "truncate", "truncation_direction"]);
		expect((await loadTaskParameters("feature-extraction")).at(-1)).toMatchObject({ default: "right" });
	});

	it("describes every parameter of every task", async () => {
		for (const task of Object.keys(schemas.tasks)) {
			const parameters = await loadTaskParameters(task);
			expect(parameters.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
		}
		expect(await loadTaskParameters("image-to-3d")).toEqual([]);
	});
});
