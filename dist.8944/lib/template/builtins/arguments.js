import { TemplateRuntimeError } from "../errors.js";
import { exactInteger } from "../values/numbers.js";
import { toText } from "../values/text.js";
import { plainTypeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isText, textOf } from "../values/value.js";
function requireText(value, name) {
  if (isText(value)) return textOf(value);
  if (value instanceof Undefined) return value.fail();
  throw new TemplateRuntimeError(`${name} must be str, not ${plainTypeName(value)}`);
}
function optionalText(value, name) {
  return value === void 0 || value === null ? void 0 : requireText(value, name);
}
function requireInteger(value) {
  if (value instanceof Undefined) return value.fail();
  const integer = exactInteger(value);
  if (integer === void 0)
    throw new TemplateRuntimeError(`'${plainTypeName(value)}' object cannot be interpreted as an integer`);
  return Number(integer);
}
function integerOr(value, fallback) {
  return value === void 0 ? fallback : requireInteger(value);
}
function textOr(value, fallback) {
  return value === void 0 ? fallback : toText(value);
}
export {
  integerOr,
  optionalText,
  requireInteger,
  requireText,
  textOr
};
