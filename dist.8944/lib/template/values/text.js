import { TemplateLimitError } from "../errors.js";
import { MAX_VALUE_SIZE } from "../limits.js";
import { adopt } from "./adopt.js";
import { DictView, entriesOf, isMapping } from "./dict.js";
import { charge } from "./meter.js";
import { formatFloat, formatInteger } from "./numbers.js";
import { quoteBytes, quoteText } from "./quote.js";
import { Undefined } from "./undefined.js";
import { Bytes, Float, Namespace, Range, Safe, Special, Tuple } from "./value.js";
function toText(value) {
  if (typeof value === "string") return value;
  if (value instanceof Safe) return value.text;
  if (value instanceof Undefined) return value.text;
  if (value === void 0) return "";
  return toRepr(value);
}
function toRepr(value) {
  switch (typeof value) {
    case "string":
      return quoteText(value);
    case "number":
      return Number.isInteger(value) ? formatInteger(value) : formatFloat(value);
    case "bigint":
      return formatInteger(value);
    case "boolean":
      return value ? "True" : "False";
    case "function":
      return `<function ${value.name}>`;
    case "object":
      return value === null ? "None" : reprObject(value);
    default:
      return "Undefined";
  }
}
const open = [];
function reprObject(value) {
  if (Array.isArray(value)) return reprContainer(value, "[...]", () => `[${joinReprs(value)}]`);
  if (value instanceof Float) return formatFloat(value.value);
  if (value instanceof Safe) return `Markup(${quoteText(value.text)})`;
  if (value instanceof Bytes) return quoteBytes(value.items);
  if (value instanceof Tuple)
    return reprContainer(
      value,
      "(...)",
      () => value.items.length === 1 ? `(${toRepr(value.items[0])},)` : `(${joinReprs(value.items)})`
    );
  if (value instanceof Range)
    return value.step === 1 ? `range(${value.start}, ${value.stop})` : `range(${value.start}, ${value.stop}, ${value.step})`;
  if (value instanceof Namespace) return `<Namespace ${toRepr(value.attributes)}>`;
  if (value instanceof DictView) return `${value.typeName}([${joinReprs(value.toArray())}])`;
  if (value instanceof Undefined) return "Undefined";
  const adopted = adopt(value);
  if (adopted !== value) return toRepr(adopted);
  if (isMapping(value))
    return reprContainer(value, "{...}", () => {
      const entries = entriesOf(value).map(([key, item]) => `${toRepr(key)}: ${toRepr(item)}`);
      return `{${checkSize(entries.join(", "))}}`;
    });
  return value instanceof Special ? value.toString() : "";
}
function reprContainer(value, again, write) {
  if (open.includes(value)) return again;
  open.push(value);
  try {
    return write();
  } finally {
    open.pop();
  }
}
function joinReprs(items) {
  charge(items.length);
  return checkSize(Array.from(items, toRepr).join(", "));
}
function checkSize(text) {
  if (text.length > MAX_VALUE_SIZE) throw new TemplateLimitError("the text of a value is too long");
  return text;
}
export {
  checkSize,
  toRepr,
  toText
};
