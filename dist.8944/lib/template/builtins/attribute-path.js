import { getItem } from "../access.js";
import { Undefined } from "../values/undefined.js";
import { isText, textOf } from "../values/value.js";
function getterOf(runtime, attribute, fallback) {
  if (attribute === void 0 || attribute === null) return (item) => item;
  const parts = isText(attribute) ? textOf(attribute).split(".").map((part) => /^\d+$/.test(part) ? Number(part) : part) : [attribute];
  return (item) => parts.reduce((value, part) => {
    const found = getItem(runtime, value, part);
    return found instanceof Undefined && fallback !== void 0 && fallback !== null ? fallback : found;
  }, item);
}
function foldingGetterOf(runtime, attribute, isCaseSensitive, fallback) {
  const get = getterOf(runtime, attribute, fallback);
  return isCaseSensitive ? get : (item) => foldCase(get(item));
}
function foldCase(value) {
  return isText(value) ? textOf(value).toLowerCase() : value;
}
export {
  foldCase,
  foldingGetterOf,
  getterOf
};
