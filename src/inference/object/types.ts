import type { FinalCompletion } from "../io.ts";
import type { JsonSchema, StandardSchema } from "./reference.ts";

/** The schema of an answer: a JSON schema, or a library's schema that provides one (zod, valibot, arktype …). */
export type AnswerSchema = JsonSchema | StandardSchema;

/** The type of the values of a schema; `unknown` if the compiler does not know the schema. */
export type SchemaValue<S> = S extends { readonly "~standard": { readonly types?: infer Types } }
	? NonNullable<Types> extends { readonly output: infer Output }
		? Output
		: unknown
	: FromJsonSchema<S>;

type FromJsonSchema<S> = S extends { readonly const: infer Value } | { readonly enum: readonly (infer Value)[] }
	? Value
	: S extends { readonly anyOf: readonly (infer Variant)[] } | { readonly oneOf: readonly (infer Variant)[] }
		? FromJsonSchema<Variant>
		: S extends { readonly type: readonly (infer Type)[] }
			? FromType<S, Type>
			: S extends { readonly type: infer Type }
				? FromType<S, Type>
				: unknown;

interface Primitives {
	string: string;
	number: number;
	integer: number;
	boolean: boolean;
	null: null;
}

type FromType<S, Type> = Type extends keyof Primitives
	? Primitives[Type]
	: Type extends "array"
		? S extends { readonly items: infer Item }
			? FromJsonSchema<Item>[]
			: unknown[]
		: Type extends "object"
			? FromMembers<S>
			: unknown;

type FromMembers<S> = S extends { readonly properties: infer Members }
	? S extends { readonly required: readonly (infer Name)[] }
		? Flat<
				{ -readonly [M in keyof Members as M extends Name ? M : never]: FromJsonSchema<Members[M]> } & {
					-readonly [M in keyof Members as M extends Name ? never : M]?: FromJsonSchema<Members[M]>;
				}
			>
		: { -readonly [M in keyof Members]?: FromJsonSchema<Members[M]> }
	: Record<string, unknown>;

/** One object type instead of an intersection, so that editors show its members. */
type Flat<T> = { [M in keyof T]: T[M] };

/** A value of which parts may be missing. */
type Partially<T> = T extends readonly (infer Item)[]
	? Partially<Item>[]
	: T extends object
		? { [M in keyof T]?: Partially<T[M]> }
		: T;

/** How an answer is made to match its schema. */
export interface ObjectArgs<S extends AnswerSchema = AnswerSchema> {
	/** The schema of the answer. */
	schema: S;
	/** How often to retry, with the problems in the request, if the answer does not match. Default 1. */
	repairs?: number | undefined;
	/**
	 * How the schema is sent: `schema` sends it as `response_format`, and as instructions only if the provider refuses
	 * that; `instructions` puts it into the system message at once. Default `schema`.
	 */
	schemaIn?: "schema" | "instructions" | undefined;
}

/** An answer that matches its schema. */
export interface ObjectResult<Value> {
	/** The checked value; for a Standard Schema, its output. */
	value: Value;
	/** The last response of the model. */
	completion: FinalCompletion;
}

/** An event of `chatCompletionObjectStream`: the value so far, and at the end the result. */
export type ObjectEvent<Value> =
	| { type: "partial"; value: Partially<Value> }
	| ({ type: "result" } & ObjectResult<Value>);
