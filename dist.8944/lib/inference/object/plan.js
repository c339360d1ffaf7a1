import { InferenceClientInputError } from "../../errors.js";
import { isRecord } from "../../json.js";
import { cleanNulls } from "./clean-nulls.js";
import { parsePartialJson } from "./partial-json.js";
import { readJson } from "./read-json.js";
import { checkReferences } from "./reference.js";
import { isStandardSchema, pointerOf, readJsonSchema } from "./standard-schema.js";
import { toStrictSchema } from "./strict-schema.js";
import { validate } from "./validate.js";
function planObject(schema) {
  const standard = isStandardSchema(schema) ? schema : void 0;
  const whole = standard ? readJsonSchema(standard) : schema;
  if (!isRecord(whole))
    throw new InferenceClientInputError("The schema of an answer must be a JSON schema: an object.");
  checkReferences(whole);
  const inner = toStrictSchema(whole);
  const isObject = inner.schema["type"] === "object";
  const member = inner.schema["type"] === "array" ? "items" : "value";
  const sent = isObject ? inner.schema : wrap(inner.schema, member);
  const unwrap = (value) => isObject || !isRecord(value) ? value : value[member];
  const readNow = (answer) => {
    const json = readJson(answer);
    if (json === void 0) return { problems: "it is not JSON." };
    const isBare = !isObject && validate(sent, json).length > 0 && validate(inner.schema, json, sent).length === 0;
    const value = cleanNulls(whole, isBare ? json : unwrap(json), whole);
    return standard?.["~standard"].validate ? { value } : check(whole, value);
  };
  return {
    format: { type: "json_schema", json_schema: { name: "answer", schema: sent, strict: inner.isStrict } },
    instructions: `Answer with one JSON value that follows this JSON schema, and with nothing else, not even a Markdown fence:
${JSON.stringify(sent)}`,
    read: async (answer) => {
      const reading = readNow(answer);
      const isChecked = !standard?.["~standard"].validate || "problems" in reading;
      return isChecked ? reading : await checkStandard(standard, reading.value);
    },
    readNow,
    schema: JSON.stringify(sent),
    readPartial: (answer) => unwrap(parsePartialJson(answer))
  };
}
function wrap({ $defs, ...schema }, member) {
  return {
    type: "object",
    properties: { [member]: schema },
    required: [member],
    additionalProperties: false,
    ...$defs === void 0 ? {} : { $defs }
  };
}
function check(schema, value) {
  const problems = validate(schema, value);
  return problems.length === 0 ? { value } : { problems: describe(problems) };
}
async function checkStandard(schema, value) {
  const result = await schema["~standard"].validate?.(value);
  if (result?.issues === void 0) return { value: result?.value };
  return { problems: describe(result.issues.map((issue) => ({ path: pointerOf(issue), message: issue.message }))) };
}
const MOST_TOLD = 10;
function describe(problems) {
  const told = problems.slice(0, MOST_TOLD).map(({ path, message }) => `${path || "the answer"}: ${message}`);
  const rest = problems.length > MOST_TOLD ? `; and ${problems.length - MOST_TOLD} more` : "";
  return `${told.join("; ")}${rest}.`;
}
export {
  planObject
};
