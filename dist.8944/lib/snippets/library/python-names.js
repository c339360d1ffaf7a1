const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(" ")
);
function isPythonName(text) {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !KEYWORDS.has(text);
}
function readClassName(value) {
  return typeof value === "string" && value.split(".").every(isPythonName) ? value : void 0;
}
function findImportName(className) {
  return className.split(".", 1).join();
}
export {
  findImportName,
  isPythonName,
  readClassName
};
