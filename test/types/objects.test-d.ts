/** Checked by the compiler alone: the values of schemas. */
import {
	chatCompletionObject,
	chatCompletionObjectStream,
	InferenceClient,
	type JsonSchema,
	type SchemaValue,
	type StandardSchema,
} from "../../src/index.ts";

type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;

/** Compiles only for `true`. */
function holds<_Claim extends true>(): void {}

const messages = [{ role: "user", content: "Hi" }];
const client = new InferenceClient();

// Written in place, a JSON schema types the value.
const person = await client.chatCompletionObject({
	messages,
	schema: {
		type: "object",
		properties: {
			name: { type: "string" },
			age: { type: ["integer", "null"] },
			color: { enum: ["red", "blue"] },
			tags: { type: "array", items: { type: "object", properties: { id: { type: "number" } }, required: ["id"] } },
			kind: { const: "person" },
			either: { anyOf: [{ type: "string" }, { type: "boolean" }] },
		},
		required: ["name", "tags"],
	},
});
interface Person {
	name: string;
	tags: { id: number }[];
	age?: number | null;
	color?: "red" | "blue";
	kind?: "person";
	either?: string | boolean;
}
const read: Person = person.value;
const back: typeof person.value = read;
void back;

// A schema of which nothing is known gives a value of which nothing is known.
declare const some: JsonSchema;
const unknown = await chatCompletionObject({ messages, schema: some });
holds<Same<typeof unknown.value, unknown>>();

// Of a Standard Schema, its output.
declare const dates: StandardSchema<string, Date>;
holds<Same<SchemaValue<typeof dates>, Date>>();

for await (const event of chatCompletionObjectStream({
	messages,
	schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
})) {
	if (event.type === "partial") holds<Same<typeof event.value, { n?: number }>>();
	else holds<Same<typeof event.value, { n: number }>>();
}

// @ts-expect-error a schema is needed
void chatCompletionObject({ messages });
// @ts-expect-error providers are checked
void chatCompletionObject({ messages, schema: some, provider: "togehter" });
