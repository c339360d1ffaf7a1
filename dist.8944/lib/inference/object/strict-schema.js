import { isRecord } from "../../json.js";
import { listOf, resolveReference } from "./reference.js";
const CONSTRAINTS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  "not",
  "if",
  "then",
  "else"
];
function toStrictSchema(schema) {
  const builder = { root: schema, names: /* @__PURE__ */ new Map(), definitions: {}, isStrict: true, depth: 0 };
  const strict = build(schema, builder);
  const hasDefinitions = Object.keys(builder.definitions).length > 0;
  return {
    schema: { ...strict, ...hasDefinitions ? { $defs: builder.definitions } : {} },
    isStrict: builder.isStrict
  };
}
const DEEPEST = 100;
function build(given, builder) {
  const schema = isRecord(given) && builder.depth < DEEPEST ? mergeParts(given, builder.root) : {};
  if (typeof schema["$ref"] === "string") return { $ref: "#/$defs/".concat(define(schema["$ref"], builder)) };
  builder.depth++;
  const strict = describe(schema, buildBare(schema, builder));
  builder.depth--;
  return schema["nullable"] === true ? orNull(strict) : strict;
}
function buildBare(schema, builder) {
  const variants = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  if (variants.length > 0) return { anyOf: variants.map((variant) => build(inherit(schema, variant), builder)) };
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (Array.isArray(values)) return buildEnum(values);
  const types = Array.isArray(schema["type"]) ? schema["type"] : [findType(schema)];
  const [type] = types;
  if (types.length > 1 && types.some((name) => name === "object" || name === "array")) {
    return { anyOf: types.map((name) => build({ ...schema, description: void 0, type: name }, builder)) };
  }
  if (types.length > 1) return { type: [...types] };
  if (type === "object") return buildObject(schema, builder);
  if (type === "array") return { type, items: buildItems(schema, builder) };
  if (type !== void 0) return { type };
  builder.isStrict = false;
  return {};
}
function buildObject(schema, builder) {
  const required = listOf(schema["required"]).map(String);
  const named = isRecord(schema["properties"]) ? schema["properties"] : {};
  const properties = { ...Object.fromEntries(required.map((name) => [name, {}])), ...named };
  const others = schema["additionalProperties"];
  if (Object.keys(properties).length === 0 && others !== false) {
    builder.isStrict = false;
    return { type: "object", ...isRecord(others) ? { additionalProperties: build(others, builder) } : {} };
  }
  const members = Object.entries(properties).map(([name, part]) => {
    const strict = build(part, builder);
    return [name, required.includes(name) ? strict : orNull(strict)];
  });
  return {
    type: "object",
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false
  };
}
function buildItems(schema, builder) {
  const prefix = Array.isArray(schema["items"]) ? schema["items"] : listOf(schema["prefixItems"]);
  if (prefix.length === 0) return build(schema["items"], builder);
  const parts = prefix.map((part) => build(part, builder));
  const distinct = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return distinct.size === 1 ? parts[0] ?? {} : { anyOf: [...distinct.values()] };
}
function buildEnum(values) {
  const types = [...new Set(values.map(typeOfValue))];
  const [type] = types;
  return {
    ...types.length === 1 && type !== void 0 ? { type } : types.length > 1 ? { type: types } : {},
    enum: [...values]
  };
}
function typeOfValue(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
function orNull(schema) {
  const { type, enum: values, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const hasNull = anyOf.some((variant) => isRecord(variant) && variant["type"] === "null");
    return hasNull ? schema : { ...schema, anyOf: [...anyOf, { type: "null" }] };
  }
  if (type === void 0 && !("$ref" in schema)) return schema;
  if (type === void 0) return { anyOf: [schema, { type: "null" }] };
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("null")) return schema;
  return { type: [...types, "null"], ...Array.isArray(values) ? { enum: [...values, null] } : {}, ...rest };
}
function describe(schema, strict) {
  const isTuple = Array.isArray(schema["items"]) || "prefixItems" in schema;
  const limits = CONSTRAINTS.filter((name) => schema[name] !== void 0).map((name) => [name, schema[name]]);
  if (isTuple) limits.push(["prefixItems", schema["prefixItems"] ?? schema["items"]]);
  const given = schema["description"] ?? schema["title"];
  const text = [
    ...typeof given === "string" ? [given] : [],
    ...limits.length > 0 ? ["Constraints: ".concat(JSON.stringify(Object.fromEntries(limits)))] : []
  ].join(" ");
  return text === "" ? strict : { ...strict, description: text };
}
function mergeParts(schema, root, depth = 0) {
  const { allOf, $ref, ...own } = schema;
  const notes = ["description", "title", "default", "$defs", "definitions", "$schema", "$id"];
  const isBare = Object.keys(own).every((name) => notes.includes(name));
  if (typeof $ref === "string" && allOf === void 0 && isBare) return { $ref };
  const parts = [...listOf(allOf), ...typeof $ref === "string" ? [{ $ref }] : []];
  if (parts.length === 0 || depth > 20) return own;
  const whole = parts.map((part) => {
    if (!isRecord(part)) return {};
    const target = typeof part["$ref"] === "string" ? resolveReference(part["$ref"], root) : part;
    return isRecord(target) ? mergeParts({ ...target, ...withoutReference(part) }, root, depth + 1) : {};
  });
  if (parts.length === 1 && isBare) return { ...whole[0], ...own };
  const all = [...whole, own];
  const required = [...new Set(all.flatMap((part) => listOf(part["required"])))];
  const properties = Object.assign({}, ...all.map((part) => isRecord(part["properties"]) ? part["properties"] : {}));
  return {
    ...Object.assign({}, ...all),
    ...required.length > 0 ? { required } : {},
    ...Object.keys(properties).length > 0 ? { properties } : {}
  };
}
function withoutReference({ $ref: _, ...rest }) {
  return rest;
}
function inherit(schema, variant) {
  const { anyOf: _any, oneOf: _one, description: _text, title: _title, nullable: _null, ...base } = schema;
  const { $defs: _defs, definitions: _definitions, $schema: _schema, ...shared } = base;
  if (!isRecord(variant)) return shared;
  if (Object.keys(shared).length === 0) return variant;
  return { allOf: [shared, variant] };
}
function define(reference, builder) {
  const known = builder.names.get(reference);
  if (known !== void 0) return known;
  const last = reference.split("/").at(-1)?.replace(/[^\w-]/g, "_") || "root";
  const taken = new Set(builder.names.values());
  let name = last === "_" ? "root" : last;
  for (let count = 2; taken.has(name); count++) name = "".concat(last, "_").concat(count);
  builder.names.set(reference, name);
  builder.definitions[name] = build(resolveReference(reference, builder.root), builder);
  return name;
}
function findType(schema) {
  if (schema["type"] !== void 0) return schema["type"];
  if ("properties" in schema || "additionalProperties" in schema || "required" in schema) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : void 0;
}
export {
  toStrictSchema
};
