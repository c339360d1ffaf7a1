import { DICT_METHODS } from "../builtins/container-methods.js";
import { getSlice } from "../builtins/slice.js";
import { locateError } from "../errors.js";
import { adopt } from "../values/adopt.js";
import { Undefined } from "../values/undefined.js";
import { isConstant } from "./constant.js";
const isEnumerable = Object.prototype.propertyIsEnumerable;
const PLAIN = Object.prototype;
function compileMember(node, scope, compiler) {
  const object = compiler.expression(node.object, scope);
  const { property, computed } = node;
  if (property.type === "SliceExpression") return compileSlice(node, property, object, scope, compiler);
  if (!computed && property.type === "Identifier") return compileAttribute(node, property.value, object, compiler);
  if (property.type === "StringLiteral") return compileKey(node, property.value, object, compiler);
  const key = compiler.expression(property, scope);
  const { getItem } = compiler.settings;
  return (frame) => {
    const target = object(frame);
    const index = key(frame);
    if (typeof index === "number" && index >= 0 && Array.isArray(target) && target[index] !== void 0)
      return adopt(target[index]);
    try {
      return getItem(frame.runtime, target, index);
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileAttribute(node, name, object, compiler) {
  const { getAttribute } = compiler.settings;
  const isSpecial = DICT_METHODS.has(name) || name.startsWith("_") || /^(?:clear|pop|popitem|setdefault|update)$/.test(name);
  const slowly = (frame, target) => {
    try {
      return getAttribute(frame.runtime, target, name);
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
  if (isSpecial) return (frame) => slowly(frame, object(frame));
  return (frame) => {
    const target = object(frame);
    const value = readPlain(target, name);
    return value === void 0 ? slowly(frame, target) : value;
  };
}
function compileKey(node, name, object, compiler) {
  const { getItem } = compiler.settings;
  return (frame) => {
    const target = object(frame);
    const value = readPlain(target, name);
    if (value !== void 0) return value;
    try {
      return getItem(frame.runtime, target, name);
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function readPlain(target, name) {
  if (typeof target !== "object" || target === null || Object.getPrototypeOf(target) !== PLAIN) return void 0;
  return isEnumerable.call(target, name) ? adopt(target[name]) : void 0;
}
function compileSlice(node, slice, object, scope, compiler) {
  const part = (expression) => expression ? compiler.expression(expression, scope) : () => null;
  const [start, stop, step] = [part(slice.start), part(slice.stop), part(slice.step)];
  const isFolded = [node.object, slice.start, slice.stop, slice.step].every((part2) => !part2 || isConstant(part2));
  return (frame) => {
    const target = object(frame);
    try {
      return getSlice(target, start(frame), stop(frame), step(frame));
    } catch (error) {
      if (isFolded && step(frame) !== 0 && !(target instanceof Undefined))
        return frame.runtime.missingKey(target, null);
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
export {
  compileMember
};
