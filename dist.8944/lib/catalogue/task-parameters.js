import { describeType } from "./describe-type.js";
import { resolveSchema } from "./resolve-schema.js";
import { findTaskSchema, loadTaskSchemas } from "./schemas.js";
const INPUTS = ["inputs", "messages", "model"];
async function loadTaskParameters(task) {
  const schemas = await loadTaskSchemas();
  const schema = findTaskSchema(schemas, task)?.input;
  return schema ? listParameters({ schema, common: schemas.common }, schema, "") : [];
}
function listParameters(document, unresolved, path) {
  const schema = resolveSchema(document, unresolved);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (path === "" && INPUTS.includes(name)) return [];
    if (name === "parameters") return listParameters(document, property, "parameters.");
    const { description = "", default: standard } = resolveSchema(document, property);
    const parameter = {
      path: path + name,
      name,
      type: describeType(document, property),
      description,
      isRequired: schema.required?.includes(name) ?? false
    };
    return [
      standard === void 0 || standard === "null" ? parameter : { ...parameter, default: readDefault(standard) }
    ];
  });
}
function readDefault(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
export {
  loadTaskParameters
};
