const ADDRESS = /^(?:https?|data|blob):/i;
const BASE64 = /^[a-z0-9+/]+={0,2}$/i;
const BASE64_SAMPLE = 1024;
function hasType(schema, value) {
  if (schema["x-binary"]) return isBinary(value);
  if (schema.const !== void 0) return value === schema.const;
  if (schema.enum) return schema.enum.some((known) => isSame(known, value, schema["x-any-case"]));
  switch (schema.type) {
    case "string":
    case "boolean":
      return typeof value === schema.type;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return true;
  }
}
function isSame(known, value, anyCase = false) {
  if (anyCase && typeof known === "string" && typeof value === "string")
    return known.toLowerCase() === value.toLowerCase();
  return known === value;
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isBytes(value);
}
function isBytes(value) {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
function isBinary(value) {
  if (typeof value !== "string") return isBytes(value) || value instanceof URL;
  return ADDRESS.test(value) || value.length % 4 === 0 && BASE64.test(value.slice(0, BASE64_SAMPLE));
}
function showValue(value) {
  if (typeof value === "string") return value.length > 40 ? '"'.concat(value.slice(0, 40), '\u2026"') : JSON.stringify(value);
  if (Array.isArray(value)) return "a list";
  if (isBytes(value)) return "binary data";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
export {
  hasType,
  isObject,
  showValue
};
