import { TemplateLimitError } from "../errors.js";
import { MAX_VALUE_SIZE } from "../limits.js";
import { adopt } from "./adopt.js";
import { Dict, DictView, entriesOf, getKey, isMapping, sizeOf } from "./dict.js";
import { charge } from "./meter.js";
import { exactInteger } from "./numbers.js";
import { Undefined } from "./undefined.js";
import { Float, isNumeric, isText, Range, Special, Tuple, textOf, toNumber } from "./value.js";
function isTrue(value) {
  if (typeof value === "object" && value !== null) return isObjectTrue(value);
  return Boolean(value) || Number.isNaN(value);
}
function isObjectTrue(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Undefined) {
    value.refuseIfStrict();
    return false;
  }
  if (isText(value)) return textOf(value) !== "";
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Range) return value.length > 0;
  if (value instanceof Dict) return value.size > 0;
  if (value instanceof Special) return value.isTrue;
  const adopted = adopt(value);
  return adopted === value ? isMapping(value) && sizeOf(value) > 0 : isTrue(adopted);
}
function isEqual(left, right, work) {
  if (left === right) {
    if (left instanceof Undefined) left.refuseIfStrict();
    return true;
  }
  if (typeof left === "string" && typeof right === "string") return false;
  if (left instanceof Undefined || right instanceof Undefined) {
    for (const side of [left, right]) if (side instanceof Undefined) side.refuseIfStrict();
    return left instanceof Undefined && right instanceof Undefined && left.mode === right.mode;
  }
  if (isText(left)) return isText(right) && textOf(left) === textOf(right);
  if (isNumeric(left)) return isNumeric(right) && compareNumbers(left, right) === 0;
  if (Array.isArray(left)) return Array.isArray(right) && haveEqualItems(left, right, work);
  if (left instanceof Tuple) return right instanceof Tuple && haveEqualItems(left.items, right.items, work);
  if (left instanceof DictView && right instanceof DictView) return haveEqualMembers(left, right);
  if (left instanceof Range) return right instanceof Range && haveEqualItems([...left], [...right]);
  if (isMapping(left)) return isMapping(right) && haveEqualEntries(left, right, work);
  return false;
}
function haveEqualItems(left, right, work = { count: 0 }) {
  if (left.length !== right.length) return false;
  countWork(work, left.length);
  return left.every((item, index) => isEqual(item, right[index], work));
}
function countWork(work, members) {
  work.count += members;
  charge(members);
  if (work.count > MAX_VALUE_SIZE) throw new TemplateLimitError("values are too large to be compared");
}
function haveEqualMembers(left, right) {
  if (left.kind !== right.kind || left.kind === "values") return false;
  const others = right.toArray();
  const items = left.toArray();
  return items.length === others.length && items.every((item) => {
    charge(others.length);
    return others.some((other) => isEqual(item, other));
  });
}
function haveEqualEntries(left, right, work = { count: 0 }) {
  if (sizeOf(left) !== sizeOf(right)) return false;
  countWork(work, sizeOf(left));
  return entriesOf(left).every(([key, value]) => {
    const other = getKey(right, key);
    return other !== void 0 && isEqual(value, other, work);
  });
}
function compareNumbers(left, right) {
  const a = exactInteger(left) ?? toNumber(left);
  const b = exactInteger(right) ?? toNumber(right);
  if (typeof a === "number" && typeof b === "number") return a === b ? 0 : a - b;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? Number.NaN : 0;
}
export {
  compareNumbers,
  isEqual,
  isTrue
};
