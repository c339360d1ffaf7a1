import { InferenceClientInputError } from "../../errors.js";
import { isRecord, readMember } from "../../json.js";
function resolveReference(reference, root) {
  const path = decodeURIComponent(reference.replace(/^#\/?/, ""));
  const found = path.split("/").filter((key) => path !== "" && key !== void 0).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")).reduce(step, root);
  if (reference.startsWith("#") && (isRecord(found) || typeof found === "boolean")) return found;
  throw new InferenceClientInputError(`The schema refers to "${reference}", which is not in it.`);
}
function step(value, key) {
  return readMember(value, Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key);
}
function listOf(value) {
  return Array.isArray(value) ? value : [];
}
const ONE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
function listParts(schema) {
  const one = ONE.map((name) => schema[name]);
  const many = MANY.flatMap((name) => listOf(schema[name]));
  const named = NAMED.flatMap((name) => isRecord(schema[name]) ? Object.values(schema[name]) : []);
  return [...one, ...many, ...named].filter(isRecord);
}
const DEEPEST = 100;
function checkReferences(schema, root = schema, depth = 0) {
  if (depth > DEEPEST) {
    throw new InferenceClientInputError(`The schema is nested more than ${DEEPEST} levels deep.`);
  }
  if (typeof schema["$ref"] === "string") resolveReference(schema["$ref"], root);
  for (const part of listParts(schema)) checkReferences(part, root, depth + 1);
}
export {
  checkReferences,
  listOf,
  resolveReference
};
