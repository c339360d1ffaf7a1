import { toJson } from "./builtins/json.js";
import { TemplateRuntimeError } from "./errors.js";
import { DictView, entriesOf, isMapping } from "./values/dict.js";
import { itemsOf } from "./values/iterate.js";
import { checkSize, toText } from "./values/text.js";
import { Undefined } from "./values/undefined.js";
import { isText, Pair, Range, Stream, Tuple, textOf } from "./values/value.js";
function printLikeReference(value) {
  if (value === null) return "";
  if (typeof value === "boolean") return String(value);
  if (value instanceof Tuple && !(value instanceof Pair))
    throw new TemplateRuntimeError("Cannot convert to JSON: TupleValue");
  return listOf(value) || isMapping(value) ? writeContainer(value) : toText(value);
}
function concatenateLikeReference(left, right) {
  if (isText(left) === isText(right)) return void 0;
  if ([left, right].some((side) => side === null || side instanceof Undefined)) return void 0;
  return writeSide(left) + writeSide(right);
}
function writeSide(value) {
  const items = value instanceof Tuple ? value.items : listOf(value);
  return items ? items.map((item) => item === null ? "undefined" : writePlain(item)).join(",") : writePlain(value);
}
function writePlain(value) {
  return value instanceof Undefined ? "undefined" : printLikeReference(value);
}
function listOf(value) {
  if (Array.isArray(value)) return value;
  if (value instanceof Pair) return value.items;
  return value instanceof DictView || value instanceof Range ? itemsOf(value) : void 0;
}
function writeContainer(value) {
  const items = listOf(value);
  if (items) return `[${checkSize(items.map(writeContainer).join(", "))}]`;
  if (isMapping(value)) {
    const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(toText(key))}: ${writeContainer(item)}`);
    return `{${checkSize(entries.join(", "))}}`;
  }
  if (value instanceof Undefined) return "undefined";
  if (isText(value)) return JSON.stringify(textOf(value));
  return value === null ? "null" : printLikeReference(value);
}
function likeReference(filters) {
  const changed = /* @__PURE__ */ new Map();
  for (const [name, filter] of filters)
    changed.set(name, {
      ...filter,
      run: (runtime, value, ...args) => {
        const result = filter.run(runtime, value, ...args);
        return result instanceof Stream ? [...itemsOf(result)] : result;
      }
    });
  const tojson = filters.get("tojson");
  if (tojson)
    changed.set("tojson", {
      ...tojson,
      run: (runtime, value, ascii, indent, separators, sort) => toJson(runtime, value instanceof Undefined ? null : value, ascii, indent, separators, sort)
    });
  return changed;
}
export {
  concatenateLikeReference,
  likeReference,
  printLikeReference
};
