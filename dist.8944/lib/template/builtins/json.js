import { TemplateLimitError, TemplateRuntimeError } from "../errors.js";
import { MAX_VALUE_SIZE } from "../limits.js";
import { adopt } from "../values/adopt.js";
import { isTrue } from "../values/compare.js";
import { entriesOf, isMapping } from "../values/dict.js";
import { itemsOf } from "../values/iterate.js";
import { charge, chargeCharacters } from "../values/meter.js";
import { exactInteger, formatFloat, formatInteger } from "../values/numbers.js";
import { compareValues } from "../values/order.js";
import { typeName } from "../values/type-name.js";
import { isNumeric, isText, Safe, Tuple, textOf, toNumber } from "../values/value.js";
import { requireText } from "./arguments.js";
function toJson(runtime, value, ascii, indent, separators, sort) {
  const isIndented = indent !== void 0 && indent !== null;
  const [itemSeparator, keySeparator] = readSeparators(separators) ?? [isIndented ? "," : ", ", ": "];
  return write(value, "", {
    indent: isIndented ? readIndent(runtime, indent) : void 0,
    itemSeparator,
    keySeparator,
    sortKeys: isTrue(sort ?? false),
    quote: isTrue(ascii ?? false) ? quoteAscii : quote,
    open: /* @__PURE__ */ new Set()
  });
}
function escapeJson(text) {
  return new Safe(text.replace(/[<>&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`));
}
function readSeparators(value) {
  if (value === void 0 || value === null) return void 0;
  const [item, key, ...rest] = itemsOf(value);
  if (item === void 0 || key === void 0 || rest.length > 0)
    throw new TemplateRuntimeError("separators must be a pair of item and key separator");
  return [requireText(item, "separator"), requireText(key, "separator")];
}
function readIndent(runtime, value) {
  if (isText(value)) return textOf(value);
  const columns = Number(exactInteger(value) ?? Number.NaN);
  if (Number.isNaN(columns)) throw new TemplateRuntimeError("indent must be an integer or a string");
  runtime.checkLength(columns);
  return " ".repeat(Math.max(0, columns));
}
function write(value, margin, style) {
  if (typeof value === "string") return style.quote(value);
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (isNumeric(value)) return writeNumber(value);
  if (value instanceof Safe) return style.quote(value.text);
  if (Array.isArray(value)) return enter(value, style, () => writeArray(value, margin, style));
  if (value instanceof Tuple) return writeArray(value.items, margin, style);
  const adopted = adopt(value);
  if (adopted !== value) return write(adopted, margin, style);
  if (isMapping(value)) return enter(value, style, () => writeObject(entriesOf(value), margin, style));
  throw new TemplateRuntimeError(`Object of type ${typeName(value)} is not JSON serializable`);
}
function enter(container, { open }, work) {
  if (open.has(container)) throw new TemplateRuntimeError("Circular reference detected");
  open.add(container);
  const text = work();
  open.delete(container);
  return text;
}
function writeNumber(value) {
  const integer = exactInteger(value);
  if (integer !== void 0) return formatInteger(integer);
  const number = toNumber(value);
  if (Number.isFinite(number)) return formatFloat(number);
  return Number.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}
function writeArray(items, margin, style) {
  if (items.length === 0) return "[]";
  charge(items.length);
  const inner = style.indent === void 0 ? margin : margin + style.indent;
  return enclose(
    "[",
    items.map((item) => write(item, inner, style)),
    "]",
    margin,
    style
  );
}
function writeObject(entries, margin, style) {
  if (entries.length === 0) return "{}";
  if (style.sortKeys) entries.sort(([a], [b]) => compareValues(a, b));
  const inner = style.indent === void 0 ? margin : margin + style.indent;
  const members = entries.map(
    ([key, value]) => style.quote(nameOf(key)) + style.keySeparator + write(value, inner, style)
  );
  return enclose("{", members, "}", margin, style);
}
function enclose(open, members, close, margin, style) {
  const { indent, itemSeparator } = style;
  const text = indent === void 0 ? open + members.join(itemSeparator) + close : `${open}
${margin}${indent}${members.join(`${itemSeparator}
${margin}${indent}`)}
${margin}${close}`;
  if (text.length > MAX_VALUE_SIZE) throw new TemplateLimitError("the JSON of a value is too long");
  return text;
}
function nameOf(key) {
  if (isText(key)) return textOf(key);
  if (key === null || typeof key === "boolean") return String(key);
  if (isNumeric(key)) return writeNumber(key);
  throw new TemplateRuntimeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
}
function quote(text) {
  chargeCharacters(text.length);
  const quoted = JSON.stringify(text);
  return quoted.includes("\\ud") ? quoted.replace(/\\\\|\\u(d[89a-f]..)/g, unescapeSurrogate) : quoted;
}
function unescapeSurrogate(whole, code) {
  return code === void 0 ? whole : String.fromCharCode(Number.parseInt(code, 16));
}
function quoteAscii(text) {
  return quote(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
export {
  escapeJson,
  toJson
};
