import { InferenceClientInputError } from "../../errors.js";
import { isRecord } from "../../json.js";
function isStandardSchema(value) {
  const isHolder = typeof value === "object" && value !== null || typeof value === "function";
  return isHolder && "~standard" in value && isRecord(value["~standard"]);
}
function readJsonSchema(schema) {
  const { vendor, jsonSchema } = schema["~standard"];
  const { toJsonSchema, toJSONSchema } = schema;
  const own = [toJsonSchema, toJSONSchema].find((method) => typeof method === "function");
  const told = jsonSchema ? jsonSchema.input({ target: "draft-2020-12" }) : own?.call(schema);
  if (isRecord(told)) return told;
  throw new InferenceClientInputError(
    "The schema of ".concat(vendor, " tells no JSON schema. Pass one that does (valibot: toStandardJsonSchema of @valibot/to-json-schema), or a JSON schema.")
  );
}
function pointerOf({ path = [] }) {
  return path.map((segment) => typeof segment === "object" ? segment.key : segment).map((key) => "/".concat(String(key).replaceAll("~", "~0").replaceAll("/", "~1"))).join("");
}
export {
  isStandardSchema,
  pointerOf,
  readJsonSchema
};
