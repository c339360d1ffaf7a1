import type { JsonSchema } from "./reference.ts";
/** What a check of a Standard Schema found. */
export type StandardResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly StandardIssue[];
};
interface StandardIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}
/** A schema of a library that follows standardschema.dev (zod, valibot, arktype …). */
export interface StandardSchema<Input = unknown, Output = Input> {
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate?: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
        readonly types?: {
            readonly input: Input;
            readonly output: Output;
        } | undefined;
        /** Absent where the library provides no JSON schema. */
        readonly jsonSchema?: {
            readonly input: (options: {
                readonly target: "draft-2020-12";
            }) => Record<string, unknown>;
        };
    };
}
/** Whether a value is a Standard Schema; those of some libraries are functions. */
export declare function isStandardSchema(value: unknown): value is StandardSchema;
/**
 * Returns the JSON schema of what a model is to write: the input of a Standard Schema, before it transforms anything.
 * @throws InputError where the schema provides none
 */
export declare function readJsonSchema(schema: StandardSchema): JsonSchema;
/** Returns the path of an issue as a JSON pointer. */
export declare function pointerOf({ path }: StandardIssue): string;
export {};
