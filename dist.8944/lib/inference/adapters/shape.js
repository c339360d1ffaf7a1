import { InferenceClientProviderOutputError } from "../../errors.js";
import { isRecord, stringify } from "../../json.js";
function isString(value) {
  return typeof value === "string";
}
function isNumber(value) {
  return typeof value === "number";
}
function optional(shape) {
  return (value) => value === void 0 || value === null || shape(value);
}
function listOf(shape) {
  return (value) => Array.isArray(value) && value.every((item) => shape(item));
}
function numberLists(depth) {
  const isInner = depth > 1 ? numberLists(depth - 1) : () => false;
  return (value) => listOf(isNumber)(value) || listOf(isInner)(value);
}
function record(members) {
  const entries = Object.entries(members);
  return (value) => isRecord(value) && entries.every(([name, shape]) => shape(value[name]));
}
function shapeOf(text) {
  const [, element] = /^Array<(.*)>$/.exec(text) ?? /^(.*)\[\]$/.exec(text) ?? [];
  if (element !== void 0) return listOf(shapeOf(element));
  if (!text.startsWith("{")) return (value) => typeof value === text;
  const members = text.slice(1, -1).matchAll(/([\w-]+)(\??): ((?:\{[^}]*\}|[^,{])+)/g);
  return record(
    Object.fromEntries(
      Array.from(members, ([, name = "", mark, type = ""]) => {
        const shape = shapeOf(type);
        return [name, mark ? (value) => value === void 0 || shape(value) : shape];
      })
    )
  );
}
function first(value) {
  return Array.isArray(value) ? value[0] : void 0;
}
function received(service) {
  return `Received malformed response from ${service}`;
}
function malformed(message, data) {
  return new InferenceClientProviderOutputError(message.replace("{json}", () => stringify(data)));
}
function unchecked(response) {
  if (response.invalidJson !== void 0) {
    throw malformed(`Received malformed response from ${response.url}: invalid JSON`);
  }
  return response.data;
}
export {
  first,
  isNumber,
  isString,
  listOf,
  malformed,
  numberLists,
  optional,
  received,
  record,
  shapeOf,
  unchecked
};
