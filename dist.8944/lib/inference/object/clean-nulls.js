import { isRecord } from "../../json.js";
import { listOf, resolveReference } from "./reference.js";
import { validate } from "./validate.js";
const DEEPEST = 200;
function cleanNulls(schema, value, root, depth = 0) {
  if (!isRecord(schema) || depth > DEEPEST || value === null || typeof value !== "object") return value;
  const clean = (part, inner) => cleanNulls(part, inner, root, depth + 1);
  let cleaned = value;
  if (typeof schema["$ref"] === "string") cleaned = clean(resolveReference(schema["$ref"], root), cleaned);
  for (const part of listOf(schema["allOf"])) cleaned = clean(part, cleaned);
  for (const variant of [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])]) {
    const candidate = clean(variant, cleaned);
    if (validate(variant, candidate, root).length > 0) continue;
    cleaned = candidate;
    break;
  }
  if (Array.isArray(cleaned)) return cleaned.map((item, index) => clean(schemaOfItem(schema, index), item));
  return cleanMembers(schema, cleaned, root, clean);
}
function cleanMembers(schema, value, root, clean) {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const part = Object.hasOwn(properties, name) ? properties[name] : void 0;
    if (part === void 0) return [[name, clean(schema["additionalProperties"], member)]];
    const isLeftOut = member === null && !required.includes(name) && validate(part, null, root).length > 0;
    return isLeftOut ? [] : [[name, clean(part, member)]];
  });
  return Object.fromEntries(entries);
}
function schemaOfItem(schema, index) {
  const prefix = listOf(schema["prefixItems"]);
  if (index < prefix.length) return prefix[index];
  return Array.isArray(schema["items"]) ? schema["items"][index] : schema["items"];
}
export {
  cleanNulls
};
