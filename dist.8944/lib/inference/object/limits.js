import { isRecord } from "../../json.js";
function checkLimits(schema, value, report) {
  if (typeof value === "number") checkNumber(schema, value, report);
  else if (typeof value === "string") checkText(schema, value, report);
  else if (Array.isArray(value)) {
    checkCount(schema["minItems"], schema["maxItems"], value.length, "items", report);
    const keys = value.map((item) => JSON.stringify(item));
    if (schema["uniqueItems"] === true && new Set(keys).size < keys.length) report("must not hold the same item twice");
  } else if (isRecord(value)) {
    checkCount(schema["minProperties"], schema["maxProperties"], Object.keys(value).length, "members", report);
  }
}
function checkNumber(schema, value, report) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number" && value < minimum) report(`must be ${minimum} or more, not ${value}`);
  if (typeof maximum === "number" && value > maximum) report(`must be ${maximum} or less, not ${value}`);
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    report(`must be more than ${exclusiveMinimum}, not ${value}`);
  }
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    report(`must be less than ${exclusiveMaximum}, not ${value}`);
  }
  if (typeof multipleOf === "number" && multipleOf > 0) {
    const quotient = value / multipleOf;
    if (Math.abs(quotient - Math.round(quotient)) > 1e-9) report(`must be a multiple of ${multipleOf}, not ${value}`);
  }
}
function checkText(schema, value, report) {
  const { pattern, format } = schema;
  checkCount(schema["minLength"], schema["maxLength"], Array.from(value).length, "characters", report);
  if (typeof pattern === "string" && !matches(pattern, value)) report(`must match ${pattern}`);
  const form = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : void 0;
  if (form && !form.test(value)) report(`must be a ${format}`);
}
const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[zZ]|[+-]\\d\\d:\\d\\d)";
const FORMATS = {
  date: new RegExp(`^${DATE}$`),
  time: new RegExp(`^${TIME}$`),
  "date-time": new RegExp(`^${DATE}[tT ]${TIME}$`),
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-zA-Z][a-zA-Z\d+.-]*:\S*$/,
  uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
};
function checkCount(least, most, count, unit, report) {
  if (typeof least === "number" && count < least) report(`must have ${least} or more ${unit}, not ${count}`);
  if (typeof most === "number" && count > most) report(`must have ${most} or fewer ${unit}, not ${count}`);
}
function matches(pattern, text) {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
export {
  checkLimits,
  matches
};
