import { isRecord } from "../../json.js";
import { checkLimits, matches } from "./limits.js";
import { listOf, resolveReference } from "./reference.js";
function validate(schema, value, root = schema) {
  const problems = [];
  check(schema, value, { root: isRecord(root) ? root : {}, path: "", problems, references: 0 });
  return problems;
}
const MOST_REFERENCES = 50;
function check(schema, value, place) {
  if (schema === false) report(place, "is not allowed here");
  if (!isRecord(schema)) return;
  if (typeof schema["$ref"] === "string" && place.references < MOST_REFERENCES) {
    const target = resolveReference(schema["$ref"], place.root);
    check(target, value, { ...place, references: place.references + 1 });
  }
  if (value === null && schema["nullable"] === true) return;
  if (!hasType(schema["type"], value)) {
    report(place, "must be ".concat(describeTypes(schema["type"]), ", not ").concat(show(value)));
    return;
  }
  const options = schema["enum"];
  if (Array.isArray(options) && !options.some((option) => isEqual(option, value))) {
    report(place, "must be one of ".concat(options.map(show).join(", "), ", not ").concat(show(value)));
  }
  if ("const" in schema && !isEqual(schema["const"], value)) {
    report(place, "must be ".concat(show(schema["const"]), ", not ").concat(show(value)));
  }
  checkCombinations(schema, value, place);
  checkLimits(schema, value, (message) => report(place, message));
  if (Array.isArray(value)) checkItems(schema, value, place);
  else if (isRecord(value)) checkMembers(schema, value, place);
}
function checkCombinations(schema, value, place) {
  const fits = (part) => findProblems(part, value, place).length === 0;
  for (const part of listOf(schema["allOf"])) check(part, value, place);
  for (const name of ["anyOf", "oneOf"]) {
    const variants = listOf(schema[name]);
    if (variants.length === 0) continue;
    const outcomes = variants.map((part) => findProblems(part, value, place));
    const fitting = outcomes.filter(({ length }) => length === 0).length;
    if (fitting === 0) place.problems.push(...nearest(outcomes, place));
    else if (name === "oneOf" && fitting > 1) report(place, "must follow exactly one of the variants, not ".concat(fitting));
  }
  if ("not" in schema && fits(schema["not"])) report(place, "must not follow the schema under not");
  if (!("if" in schema)) return;
  check(fits(schema["if"]) ? schema["then"] : schema["else"], value, place);
}
function nearest(outcomes, place) {
  const inner = outcomes.filter((problems) => problems.every(({ path }) => path !== place.path));
  const [best] = inner.sort((left, right) => left.length - right.length);
  return best ?? [{ path: place.path, message: "must follow one of the variants" }];
}
function checkItems(schema, value, place) {
  const isOld = Array.isArray(schema["items"]);
  const prefix = listOf(isOld ? schema["items"] : schema["prefixItems"]);
  const rest = isOld ? schema["additionalItems"] : schema["items"];
  for (const [index, item] of value.entries())
    check(index < prefix.length ? prefix[index] : rest, item, inside(place, index));
  if (!("contains" in schema)) return;
  const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = schema;
  const count = value.filter((item) => findProblems(schema["contains"], item, place).length === 0).length;
  if (count < Number(least) || count > Number(most)) {
    report(place, "must contain ".concat(Number(least), " or more of the items under contains, and has ").concat(count));
  }
}
function checkMembers(schema, value, place) {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const patterns = Object.entries(isRecord(schema["patternProperties"]) ? schema["patternProperties"] : {});
  for (const name of listOf(schema["required"])) {
    if (!Object.hasOwn(value, String(name))) report(inside(place, String(name)), "is missing");
  }
  for (const [name, member] of Object.entries(value)) {
    const at = inside(place, name);
    const isNamed = Object.hasOwn(properties, name);
    if (isNamed) check(properties[name], member, at);
    const matching = patterns.filter(([pattern]) => matches(pattern, name));
    for (const [, part] of matching) check(part, member, at);
    if (!isNamed && matching.length === 0) check(schema["additionalProperties"], member, at);
    if ("propertyNames" in schema) check(schema["propertyNames"], name, at);
  }
  const dependent = isRecord(schema["dependentRequired"]) ? schema["dependentRequired"] : {};
  for (const [name, others] of Object.entries(dependent)) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of listOf(others)) {
      if (!Object.hasOwn(value, String(other))) report(inside(place, String(other)), "is missing beside ".concat(name));
    }
  }
  const schemas = isRecord(schema["dependentSchemas"]) ? schema["dependentSchemas"] : {};
  for (const [name, part] of Object.entries(schemas)) if (Object.hasOwn(value, name)) check(part, value, place);
}
function findProblems(schema, value, place) {
  const problems = [];
  check(schema, value, { ...place, problems });
  return problems;
}
function inside(place, key) {
  const segment = String(key).replaceAll("~", "~0").replaceAll("/", "~1");
  return { ...place, path: "".concat(place.path, "/").concat(segment), references: 0 };
}
function report({ problems, path }, message) {
  problems.push({ path, message });
}
function hasType(type, value) {
  if (type === void 0) return true;
  return (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, value));
}
function isOfType(type, value) {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
function describeTypes(type) {
  const names = (Array.isArray(type) ? type : [type]).map(
    (name) => name === "null" ? "null" : "".concat(/^[aeio]/.test(String(name)) ? "an" : "a", " ").concat(name)
  );
  return names.join(" or ");
}
function show(value) {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? "".concat(text.slice(0, 60), "\u2026") : text;
}
function isEqual(left, right) {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return left === right;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]));
}
export {
  validate
};
