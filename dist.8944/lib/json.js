function isRecord(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Blob);
}
function readMember(value, key) {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key) ? value[key] : void 0;
}
function getPath(value, ...path) {
  return path.reduce(readMember, value);
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function stringify(value, length = 1e4) {
  try {
    const text = JSON.stringify(value) ?? "undefined";
    return text.length > length ? "".concat(text.slice(0, length), "\u2026") : text;
  } catch {
    return "\u2026";
  }
}
export {
  getPath,
  isRecord,
  parseJson,
  readMember,
  stringify
};
