import { callValue } from "../call.js";
import { toHost } from "../values/host.js";
import { Undefined } from "../values/undefined.js";
import { compileVariable } from "./names.js";
function compilePlace(scope, compiler) {
  const readers = /* @__PURE__ */ new Map();
  const read = (name) => {
    const known = readers.get(name) ?? compileVariable(name, scope);
    readers.set(name, known);
    return known;
  };
  return (frame) => () => ({
    get: (name) => {
      const local = read(name)(frame);
      const value = local instanceof Undefined ? frame.context.lookup(name) : local;
      return toHost(value, (callee, values) => callValue(frame.runtime, callee, values, void 0));
    },
    autoescape: frame.runtime.autoescape,
    templateName: compiler.source.name
  });
}
export {
  compilePlace
};
