import { TemplateRuntimeError } from "../errors.js";
import { compareNumbers, isEqual } from "./compare.js";
import { charge, chargeCharacters } from "./meter.js";
import { plainTypeName } from "./type-name.js";
import { Undefined } from "./undefined.js";
import { isNumeric, isText, Tuple, textOf } from "./value.js";
function isOrdered(left, operator, right) {
  const order = compareValues(left, right, operator);
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}
function compareValues(left, right, operator = "<") {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (isText(left) && isText(right)) return compareTexts(textOf(left), textOf(right));
  if (Array.isArray(left) && Array.isArray(right)) return compareItems(left, right, operator);
  if (left instanceof Tuple && right instanceof Tuple) return compareItems(left.items, right.items, operator);
  for (const side of [left, right]) if (side instanceof Undefined) side.fail();
  throw new TemplateRuntimeError(
    `'${operator}' not supported between instances of '${plainTypeName(left)}' and '${plainTypeName(right)}'`
  );
}
function compareItems(left, right, operator) {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    charge(1);
    if (!isEqual(left[index], right[index])) return compareValues(left[index], right[index], operator);
  }
  return left.length - right.length;
}
function compareTexts(left, right) {
  const shared = Math.min(left.length, right.length);
  if (shared > 256) chargeCharacters(shared);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const isSurrogate = (unit) => unit >= 55296 && unit <= 57343;
    if (isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}
export {
  compareValues,
  isOrdered
};
