import { TemplateRuntimeError } from "./errors.js";
import { contextOf } from "./host-context.js";
import { rewordCall } from "./reference-errors.js";
import { Callable } from "./values/callable.js";
import { callHost } from "./values/host.js";
import { typeName } from "./values/type-name.js";
import { Undefined } from "./values/undefined.js";
function callValue(runtime, callee, args, keywords) {
  if (callee instanceof Callable) return callee.invoke(runtime, args, keywords);
  if (typeof callee === "function")
    return callHost(
      callee,
      args,
      keywords,
      (inner, values) => callValue(runtime, inner, values, void 0),
      contextOf(runtime, callee)
    );
  try {
    return failToCall(callee);
  } catch (error) {
    throw runtime.settings.isReference ? rewordCall(error, callee) : error;
  }
}
function failToCall(callee) {
  if (callee instanceof Undefined) return callee.fail();
  throw new TemplateRuntimeError(`'${typeName(callee)}' object is not callable`);
}
export {
  callValue
};
