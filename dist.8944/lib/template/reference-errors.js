import { SecurityError, TemplateLimitError, TemplateRuntimeError, UndefinedError } from "./errors.js";
import { DictView } from "./values/dict.js";
import { Undefined } from "./values/undefined.js";
import {
  Group,
  isFloat,
  isInteger,
  isNumeric,
  isText,
  Namespace,
  Pair,
  Range,
  Special,
  Stream,
  Tuple
} from "./values/value.js";
const KNOWN_FILTERS = {
  StringValue: "capitalize float indent int join length lower replace string title trim upper",
  NumericValue: "abs float int string",
  BooleanValue: "bool float int string",
  ArrayValue: "first join last length list map rejectattr reverse selectattr sort string unique",
  ObjectValue: "dictsort items length"
};
const ALWAYS_KNOWN = ["default", "safe", "tojson"];
function referenceType(value) {
  if (value === null) return "NullValue";
  if (value instanceof Undefined || value === void 0) return "UndefinedValue";
  if (isText(value)) return "StringValue";
  if (typeof value === "boolean") return "BooleanValue";
  if (isInteger(value)) return "IntegerValue";
  if (isFloat(value)) return "FloatValue";
  if (isList(value)) return "ArrayValue";
  if (value instanceof Tuple) return "TupleValue";
  if (value instanceof Namespace) return "NamespaceValue";
  const isCallable = typeof value === "function" || value instanceof Special && ["function", "Macro"].includes(value.typeName);
  return isCallable ? "FunctionValue" : "ObjectValue";
}
function isList(value) {
  return [Array, DictView, Group, Pair, Range, Stream].some((type) => value instanceof type);
}
function rewordOperator(error, operator, left, right) {
  if (isNumeric(left) && isNumeric(right) && !operator.endsWith("in")) return error;
  const types = [referenceType(left), referenceType(right)];
  if (types.includes("UndefinedValue"))
    return reword(error, `Cannot perform operation ${operator} on undefined values`);
  if (types.includes("NullValue")) return reword(error, "Cannot perform operation on null values");
  return reword(error, `Unknown operator "${operator}" between ${types.join(" and ")}`);
}
function rewordCall(error, callee) {
  return reword(error, `Cannot call something that is not a function: got ${referenceType(callee)}`);
}
function rewordLoop(error, iterable) {
  return reword(error, `Expected iterable or object type in for loop: got ${referenceType(iterable)}`);
}
function rewordFilter(error, name, hasArguments, operand) {
  const type = referenceType(operand).replace("Tuple", "Array");
  const group = /^(?:Integer|Float)Value$/.test(type) ? "NumericValue" : type;
  const known = KNOWN_FILTERS[group];
  if (ALWAYS_KNOWN.includes(name) || known?.split(" ").includes(name)) return error;
  if (!known || hasArguments && (group === "NumericValue" || group === "BooleanValue"))
    return reword(error, `Cannot apply filter "${name}" to type: ${type}`);
  return reword(error, `Unknown ${group} filter: ${name}`);
}
function reword(error, message) {
  if (!(error instanceof TemplateRuntimeError) || error.line !== void 0) return error;
  if (error instanceof SecurityError || error instanceof TemplateLimitError) return error;
  return error instanceof UndefinedError ? new UndefinedError(message) : new TemplateRuntimeError(message);
}
export {
  rewordCall,
  rewordFilter,
  rewordLoop,
  rewordOperator
};
