import { findTask, TASK_NAMES } from "./aliases.js";
import { closestWord } from "./closest-word.js";
import { findTaskSchema, loadTaskSchemas } from "./schemas.js";
import { validate } from "./validate.js";
const CLIENT_ARGUMENTS = ["accessToken", "endpointUrl", "model", "provider"];
const TEXT = { type: "string" };
const TEXTS = { oneOf: [TEXT, { type: "array", items: TEXT }] };
const NUMBER = { type: "number" };
const NUMBERS = { type: "array", items: NUMBER };
const TABLE = { type: "object", additionalProperties: { type: "array", items: TEXT } };
const MORE_MEMBERS = {
  // As every service that speaks OpenAI's protocol takes them.
  conversational: {
    logit_bias: { oneOf: [NUMBERS, { type: "object", additionalProperties: NUMBER }], nullable: true },
    stop: { ...TEXTS, nullable: true }
  },
  "feature-extraction": {
    encoding_format: { type: "string", enum: ["float", "base64"] },
    dimensions: { type: "integer", minimum: 1 }
  },
  "table-question-answering": {
    inputs: {
      anyOf: [
        { type: "object", properties: { query: TEXT, table: TABLE }, required: ["query", "table"] },
        { type: "object", properties: { question: TEXT, table: TABLE }, required: ["question", "table"] }
      ]
    }
  },
  translation: { inputs: TEXTS },
  "zero-shot-classification": { inputs: TEXTS }
};
async function validateTaskInput(task, input) {
  const id = findTask(task);
  if (!id) {
    const suggestion = closestWord(task, TASK_NAMES);
    const message = `Unknown task "${task}"${suggestion ? `; did you mean "${suggestion}"?` : "."}`;
    return { errors: [{ path: "", message, ...suggestion && { suggestion } }], warnings: [] };
  }
  const schemas = await loadTaskSchemas();
  const key = has(input, "messages") ? "conversational" : id;
  const schema = findTaskSchema(schemas, key);
  if (!schema) return { errors: [], warnings: [] };
  const properties = { ...schema.input.properties, ...MORE_MEMBERS[key] };
  return validate(
    { schema: acceptLegacyData({ ...schema.input, properties }, input), common: schemas.common },
    input,
    CLIENT_ARGUMENTS
  );
}
function acceptLegacyData(schema, input) {
  const { inputs } = schema.properties ?? {};
  if (!inputs?.["x-binary"] || !has(input, "data")) return schema;
  const required = (schema.required ?? []).map((name) => name === "inputs" ? "data" : name);
  return { ...schema, properties: { ...schema.properties, data: inputs }, required };
}
function has(input, name) {
  return typeof input === "object" && input !== null && name in input;
}
export {
  validateTaskInput
};
