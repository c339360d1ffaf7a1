import { closestWord } from "./closest-word.js";
import { describeType, findTag, listValues } from "./describe-type.js";
import { hasType, isObject, showValue } from "./has-type.js";
import { resolveSchema } from "./resolve-schema.js";
function validate(document, value, ignored = []) {
  const found = { errors: [], warnings: [] };
  check({ document, found, path: "", ignored, isOpen: false }, document.schema, value);
  return found;
}
function check(place, unresolved, value) {
  const schema = resolveSchema(place.document, unresolved);
  if (value === null && schema.nullable) return;
  for (const part of schema.allOf ?? []) check(place, part, value);
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) checkVariants(place, schema, variants, value);
  else if (!hasType(schema, value)) reportWrongType(place, schema, value);
  else if (Array.isArray(value)) checkList(place, schema, value);
  else if (isObject(value)) checkMembers(place, schema, value);
  else if (typeof value === "number") checkRange(place, schema, value);
}
function checkMembers(place, schema, value) {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const name of required) {
    const property = properties[name];
    if (!property || value[name] !== void 0) continue;
    const inner = { ...place, path: joinPath(place.path, name), ignored: [] };
    if (resolveSchema(place.document, property).required) check(inner, property, {});
    else {
      const expected = describeType(place.document, property);
      place.found.errors.push({
        path: inner.path,
        message: `"${inner.path}" is missing; it must be ${expected}.`,
        expected
      });
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const property = (Object.hasOwn(properties, name) ? properties[name] : void 0) ?? additionalProperties;
    if (member === void 0 || place.ignored.includes(name)) continue;
    if (property) check({ ...place, path: joinPath(place.path, name), ignored: [] }, property, member);
    else if (schema.properties && !place.isOpen) reportUnknown(place, schema.properties, name, member);
  }
}
function checkList(place, schema, value) {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minLength || value.length > maxLength) {
    const expected = `a list of ${minLength === maxLength ? minLength : `${minLength} to ${maxLength}`} items`;
    report(place, "errors", `must be ${expected}, not of ${value.length}`, { expected });
  }
  if (value.length > maxItems) report(place, "warnings", `should have at most ${maxItems} items, not ${value.length}`);
  const { items } = schema;
  if (!items) return;
  for (const [index, item] of value.entries())
    check({ ...place, path: `${place.path}[${index}]`, isOpen: true, ignored: [] }, items, item);
}
function checkRange(place, schema, value) {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
  if (exclusiveMinimum !== void 0 && value <= exclusiveMinimum)
    report(place, "warnings", `should be above ${exclusiveMinimum}, not ${value}`);
  else if (value < minimum) report(place, "warnings", `should be at least ${minimum}, not ${value}`);
  else if (value > maximum) report(place, "warnings", `should be at most ${maximum}, not ${value}`);
}
function checkVariants(place, schema, variants, value) {
  const inner = { ...place, isOpen: true };
  const resolved = variants.map((variant) => resolveSchema(place.document, variant));
  const tag = findTag(resolved);
  if (tag && isObject(value)) {
    const tagged = resolved.find(({ properties }) => properties?.[tag.name]?.enum?.[0] === value[tag.name]);
    const tagPlace = { ...inner, path: joinPath(place.path, tag.name) };
    const kinds = { enum: tag.values };
    if (tagged) check(inner, tagged, value);
    else if (schema.discriminator && place.isOpen) {
      const expected = describeType(place.document, kinds);
      report(tagPlace, "warnings", `should be ${expected}, not ${showValue(value[tag.name])}`, { expected });
    } else check(tagPlace, kinds, value[tag.name]);
    return;
  }
  const outcomes = resolved.map((variant) => {
    const found = { errors: [], warnings: [] };
    check({ ...inner, found }, variant, value);
    return found;
  });
  const best = outcomes.find(({ errors }) => errors.length === 0) ?? outcomes.filter(({ errors }) => errors.every(({ path }) => path !== place.path)).sort((left, right) => left.errors.length - right.errors.length)[0];
  if (!best) reportWrongType(place, schema, value);
  place.found.errors.push(...best?.errors ?? []);
  place.found.warnings.push(...best?.warnings ?? []);
}
function joinPath(path, name) {
  return path === "" ? name : `${path}.${name}`;
}
function report(place, level, sentence, details = {}) {
  const subject = place.path === "" ? "The input" : `"${place.path}"`;
  place.found[level].push({ path: place.path, message: `${subject} ${sentence}.`, ...details });
}
function reportWrongType(place, schema, value) {
  if (place.found.errors.some(({ path }) => path === place.path)) return;
  const expected = describeType(place.document, schema);
  const known = listValues(place.document, schema).filter((item) => typeof item === "string");
  const suggestion = typeof value === "string" ? closestWord(value, known) : void 0;
  report(place, "errors", `must be ${expected}, not ${showValue(value)}`, {
    expected,
    ...suggestion && { suggestion }
  });
}
function reportUnknown(place, properties, name, value) {
  const members = isObject(value) ? Object.keys(value).filter((inner) => Object.hasOwn(properties, inner)) : [];
  for (const inner of members) warnOfUnknown(place, `${name}.${inner}`, inner);
  if (members.length > 0) return;
  const below = Object.entries(properties).flatMap(
    ([outer, property]) => Object.keys(resolveSchema(place.document, property).properties ?? {}).map((inner) => `${outer}.${inner}`)
  );
  const misplaced = below.find((inner) => inner.endsWith(`.${name}`));
  warnOfUnknown(place, name, misplaced ?? closestWord(name, Object.keys(properties)));
}
function warnOfUnknown(place, name, closest) {
  const path = joinPath(place.path, name);
  const suggestion = closest && joinPath(place.path, closest);
  place.found.warnings.push({
    path,
    message: `Unknown parameter "${path}"${suggestion ? `; did you mean "${suggestion}"?` : "."}`,
    ...suggestion && { suggestion }
  });
}
export {
  validate
};
