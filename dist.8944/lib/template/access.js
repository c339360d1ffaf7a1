import { DICT_METHODS, LIST_METHODS, SEQUENCE_METHODS } from "./builtins/container-methods.js";
import { FLOAT_METHODS, INTEGER_METHODS } from "./builtins/number-methods.js";
import { runTextMethod, TEXT_METHODS } from "./builtins/text-methods.js";
import { findItem } from "./item.js";
import { bindArguments, Callable } from "./values/callable.js";
import { getKey, isMapping } from "./values/dict.js";
import { chargeCharacters } from "./values/meter.js";
import { Undefined, unsafeAttribute } from "./values/undefined.js";
import { isFloat, isNumeric, isText, orElse, Range, Special, Tuple, textOf } from "./values/value.js";
const LIST_MUTATORS = /* @__PURE__ */ new Set(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"]);
const DICT_MUTATORS = /* @__PURE__ */ new Set(["clear", "pop", "popitem", "setdefault", "update"]);
const UNDEFINED_ATTRIBUTES = /* @__PURE__ */ new Set([
  "__class__",
  "__dict__",
  "__doc__",
  "__eq__",
  "__hash__",
  "__init__",
  "__module__",
  "__str__"
]);
function isPrivate(name) {
  return name.startsWith("_");
}
function methodsOf(value) {
  if (isText(value)) return TEXT_METHODS;
  if (Array.isArray(value)) return LIST_METHODS;
  if (value instanceof Tuple || value instanceof Range) return SEQUENCE_METHODS;
  if (isMapping(value)) return DICT_METHODS;
  if (isFloat(value)) return FLOAT_METHODS;
  return isNumeric(value) ? INTEGER_METHODS : void 0;
}
function callMethod(runtime, object, name, method, args, keywords) {
  const bound = bindArguments(name, method, args, keywords);
  if (!isText(object)) return method.run(runtime, object, ...bound);
  chargeCharacters(textOf(object).length);
  return runTextMethod(runtime, object, name, method, bound);
}
function getBuiltin(runtime, object, name) {
  if (object instanceof Special) {
    const attribute = object.attribute(name);
    if (attribute !== void 0) return attribute;
  }
  const method = methodsOf(object)?.get(name);
  if (method) {
    if (method.isProperty) return method.run(runtime, object);
    return new Callable(
      name,
      (context, args, keywords) => callMethod(context, object, name, method, args, keywords)
    );
  }
  const isUnsafe = isPrivate(name) || (Array.isArray(object) ? LIST_MUTATORS : isMapping(object) ? DICT_MUTATORS : void 0)?.has(name);
  return isUnsafe ? unsafeAttribute(runtime.settings.undefinedMode, object, name) : void 0;
}
function getAttribute(runtime, object, name) {
  if (isMapping(object)) {
    const item = () => getKey(object, name);
    const builtin = () => getBuiltin(runtime, object, name);
    const missing = () => runtime.missingKey(object, name);
    const [first, second] = isPrivate(name) ? [item, builtin] : [builtin, item];
    return orElse(first(), () => orElse(second(), missing));
  }
  if (object instanceof Undefined && !UNDEFINED_ATTRIBUTES.has(name))
    return object.mode === "chainable" ? object : object.fail();
  return orElse(getBuiltin(runtime, object, name), () => runtime.missingKey(object, name));
}
function getItem(runtime, object, key) {
  const item = findItem(object, key);
  if (item !== void 0) return item;
  if (object instanceof Undefined) return object.mode === "chainable" ? object : object.fail();
  const builtin = isText(key) ? getBuiltin(runtime, object, textOf(key)) : void 0;
  return orElse(builtin, () => runtime.missingKey(object, key));
}
export {
  callMethod,
  getAttribute,
  getBuiltin,
  getItem,
  methodsOf
};
