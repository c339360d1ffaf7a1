const CONSTANTS = /* @__PURE__ */ new Map([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["none", null],
  ["None", null]
]);
function nameOf(applied) {
  if (applied.type === "Identifier") return applied.value;
  return applied.callee.type === "Identifier" ? applied.callee.value : "";
}
function argumentsOf(applied) {
  return applied.type === "Identifier" ? [] : applied.args;
}
export {
  CONSTANTS,
  argumentsOf,
  nameOf
};
