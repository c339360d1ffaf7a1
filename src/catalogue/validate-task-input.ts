import { findTask, TASK_NAMES } from "./aliases.ts";
import { closestWord } from "./closest-word.ts";
import { findTaskSchema, loadTaskSchemas, type Schema } from "./schemas.ts";
import { type Validation, validate } from "./validate.ts";

export type { Problem, Validation } from "./validate.ts";

/** Arguments of the client's functions besides the input. */
const CLIENT_ARGUMENTS = ["accessToken", "endpointUrl", "model", "provider"];

const TEXT: Schema = { type: "string" };
const TEXTS: Schema = { oneOf: [TEXT, { type: "array", items: TEXT }] };
const NUMBER: Schema = { type: "number" };
const NUMBERS: Schema = { type: "array", items: NUMBER };
const TABLE: Schema = { type: "object", additionalProperties: { type: "array", items: TEXT } };

/** Members that the client accepts although the schemas lack them. */
const EXTRA_PARAMETERS: Readonly<Record<string, Record<string, Schema>>> = {
	// Accepted by every service with OpenAI's protocol.
	conversational: {
		logit_bias: { oneOf: [NUMBERS, { type: "object", additionalProperties: NUMBER }], nullable: true },
		stop: { ...TEXTS, nullable: true },
	},
	"feature-extraction": {
		encoding_format: { type: "string", enum: ["float", "base64"] },
		dimensions: { type: "integer", minimum: 1 },
	},
	"table-question-answering": {
		inputs: {
			anyOf: [
				{ type: "object", properties: { query: TEXT, table: TABLE }, required: ["query", "table"] },
				{ type: "object", properties: { question: TEXT, table: TABLE }, required: ["question", "table"] },
			],
		},
	},
	translation: { inputs: TEXTS },
	"zero-shot-classification": { inputs: TEXTS },
};

/** Parameters that only some providers have; their types are `ProviderParameters` of the task functions. */
const PROVIDER_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
	"image-segmentation": ["image_url"],
	"image-to-image": ["images"],
	"image-to-video": ["image_url", "images"],
	"image-text-to-image": ["images"],
	"image-text-to-video": ["image_url", "images", "resolution", "duration", "ratio"],
};

/**
 * Checks the input of a task, `{ inputs, parameters }` or the members of a chat, against the task's schema.
 * A missing member or a wrong type is an error; an unknown parameter or a number outside the documented
 * range is a warning, because models and providers differ. A task without a schema has no problems.
 *
 * @param task Id or short name. An input with `messages` is checked as a chat, for any task.
 */
export async function validateTaskInput(task: string, input: unknown): Promise<Validation> {
	const id = findTask(task);
	if (!id) {
		const suggestion = closestWord(task, TASK_NAMES);
		const message = `Unknown task "${task}"${suggestion ? `; did you mean "${suggestion}"?` : "."}`;
		return { errors: [{ path: "", message, ...(suggestion && { suggestion }) }], warnings: [] };
	}
	const schemas = await loadTaskSchemas();
	const key = has(input, "messages") ? "conversational" : id;
	const schema = findTaskSchema(schemas, key);
	if (!schema) return { errors: [], warnings: [] };
	const extended = { ...schema.input, properties: { ...schema.input.properties, ...EXTRA_PARAMETERS[key] } };
	const document = { schema: acceptLegacyData(extended, input), common: schemas.common };
	const { errors, warnings } = validate(document, input, CLIENT_ARGUMENTS);
	const known = (PROVIDER_PARAMETERS[key] ?? []).map((name) => `parameters.${name}`);
	return { errors, warnings: warnings.filter(({ path }) => !known.includes(path)) };
}

/** Binary input used to be called `data`. */
function acceptLegacyData(schema: Schema, input: unknown): Schema {
	const { inputs } = schema.properties ?? {};
	if (!inputs?.["x-binary"] || !has(input, "data")) return schema;
	const required = (schema.required ?? []).map((name) => (name === "inputs" ? "data" : name));
	return { ...schema, properties: { ...schema.properties, data: inputs }, required };
}

function has(input: unknown, name: string): boolean {
	return typeof input === "object" && input !== null && name in input;
}
