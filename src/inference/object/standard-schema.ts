import { isRecord } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import type { JsonSchema } from "./reference.ts";

/** The result of a check by a Standard Schema. */
export type StandardResult<Output> =
	| { readonly value: Output; readonly issues?: undefined }
	| { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
	readonly message: string;
	readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of a library that follows standardschema.dev (zod, valibot, arktype …). */
export interface StandardSchema<Input = unknown, Output = Input> {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly validate?: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
		readonly types?: { readonly input: Input; readonly output: Output } | undefined;
		/** Absent if the library provides no JSON schema. */
		readonly jsonSchema?: {
			readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
		};
	};
}

/** Whether a value is a Standard Schema; those of some libraries are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
	const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
	return isHolder && "~standard" in value && isRecord(value["~standard"]);
}

/**
 * Returns the JSON schema of what a model must write: the input of a Standard Schema, before transformations.
 * @throws InputError if the schema provides none
 */
export function readJsonSchema(schema: StandardSchema): JsonSchema {
	const { vendor, jsonSchema } = schema["~standard"];
	// Older releases, from before the standard covered JSON schemas, have their own method.
	const { toJsonSchema, toJSONSchema } = schema as { toJsonSchema?: unknown; toJSONSchema?: unknown };
	const own = [toJsonSchema, toJSONSchema].find((method) => typeof method === "function");
	const described: unknown = jsonSchema ? jsonSchema.input({ target: "draft-2020-12" }) : own?.call(schema);
	if (isRecord(described)) return described;
	throw new InferenceClientInputError(
		`The schema of ${vendor} provides no JSON schema. Pass one that does (valibot: toStandardJsonSchema of @valibot/to-json-schema), or a JSON schema.`,
	);
}

/** Returns the path of an issue as a JSON pointer. */
export function pointerOf({ path = [] }: StandardIssue): string {
	return path
		.map((segment) => (typeof segment === "object" ? segment.key : segment))
		.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`)
		.join("");
}
