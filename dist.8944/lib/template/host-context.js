import { TemplateRuntimeError } from "./errors.js";
const CONTEXTUAL = /* @__PURE__ */ new WeakSet();
function passContext(run) {
  CONTEXTUAL.add(run);
  return run;
}
function wantsContext(callee) {
  return CONTEXTUAL.has(callee);
}
function contextOf({ place }, callee) {
  if (!wantsContext(callee)) return [];
  if (!place) throw new TemplateRuntimeError("the place of the call is not known");
  return [place()];
}
export {
  contextOf,
  passContext,
  wantsContext
};
