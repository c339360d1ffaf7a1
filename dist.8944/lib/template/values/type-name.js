import { Safe, Special } from "./value.js";
function typeName(value) {
  switch (typeof value) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return Number.isInteger(value) ? "int" : "float";
    case "function":
      return "function";
    case "undefined":
      return "Undefined";
    default:
      if (value === null) return "NoneType";
      if (Array.isArray(value)) return "list";
      return value instanceof Special ? value.typeName : "dict";
  }
}
function describeType(value) {
  if (value === null) return "None";
  return `${value instanceof Special ? value.qualifiedName : typeName(value)} object`;
}
function plainTypeName(value) {
  return value instanceof Safe ? "str" : typeName(value);
}
export {
  describeType,
  plainTypeName,
  typeName
};
