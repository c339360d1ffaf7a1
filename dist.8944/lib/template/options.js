import { getAttribute, getItem } from "./access.js";
import { FILTERS, HTML_SAFE_FILTERS } from "./builtins/filters.js";
import { GLOBALS } from "./builtins/globals.js";
import { TESTS } from "./builtins/tests.js";
import { callValue } from "./call.js";
import { TemplateRuntimeError } from "./errors.js";
import { contextOf, wantsContext } from "./host-context.js";
import { DEFAULT_LIMITS } from "./limits.js";
import { likeReference, printLikeReference } from "./reference.js";
import { adopt, callOnce } from "./values/adopt.js";
import { callHost } from "./values/host.js";
import { toText } from "./values/text.js";
function readSettings(options) {
  const { now } = options;
  const isReference = options.compat === "reference";
  const builtins = options.html_tojson ? HTML_SAFE_FILTERS : FILTERS;
  return {
    undefinedMode: options.undefined ?? (isReference ? "chainable" : "default"),
    filters: addHostFunctions(isReference ? likeReference(builtins) : builtins, options.filters),
    tests: addHostFunctions(TESTS, options.tests),
    globals: options.globals ? new Map([...GLOBALS, ...Object.entries(options.globals)]) : GLOBALS,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    now: () => callOnce(() => typeof now === "function" ? now() : now ?? /* @__PURE__ */ new Date()),
    random: () => callOnce(options.random ?? Math.random),
    isReference,
    print: isReference ? printLikeReference : toText,
    finalize: options.finalize && finalizer(options.finalize),
    policies: options.policies ?? {},
    hasContextual: [options.filters, options.tests].some((named) => named && Object.values(named).some(wantsContext)),
    getAttribute,
    getItem
  };
}
function createLoad(loader) {
  if (typeof loader !== "function") return (name) => loader && Object.hasOwn(loader, name) ? loader[name] : void 0;
  const pending = /* @__PURE__ */ new Map();
  return (name) => {
    const given = pending.get(name) ?? loader(name);
    if (typeof given === "string" || given === void 0) return given;
    pending.set(name, given);
    const source = settleSource(given, () => pending.delete(name));
    if (typeof source !== "string" && source !== void 0)
      throw new TemplateRuntimeError("the loader returned a Promise: call renderAsync");
    pending.delete(name);
    return source;
  };
}
function settleSource(promise, forget) {
  try {
    return adopt(promise);
  } catch (error) {
    if (error instanceof Error) forget();
    throw error;
  }
}
function finalizer(finalize) {
  const noCall = () => null;
  return (value) => callHost(finalize, [value], void 0, noCall);
}
function addHostFunctions(builtins, functions) {
  if (!functions) return builtins;
  const additions = Object.entries(functions).map(([name, run]) => [
    name,
    {
      parameters: ["*args"],
      keywords: "rest",
      run: (runtime, value, args, keywords) => callHost(
        run,
        [value, ...args],
        keywords,
        (callee, values) => callValue(runtime, callee, values, void 0),
        contextOf(runtime, run)
      )
    }
  ]);
  return new Map([...builtins, ...additions]);
}
export {
  createLoad,
  readSettings
};
