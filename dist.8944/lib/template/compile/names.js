import { TemplateRuntimeError } from "../errors.js";
import { CONSTANTS } from "../syntax/ast.js";
import { refuseTarget } from "../syntax/parser.js";
import { itemsOf, tryItems } from "../values/iterate.js";
import { typeName } from "../values/type-name.js";
import { Namespace } from "../values/value.js";
import { failAt } from "./compiler.js";
import { BlockTable } from "./frame.js";
function compileName(node, scope) {
  const constant = CONSTANTS.get(node.value);
  if (constant !== void 0) return () => constant;
  scope.read(node.value);
  return compileVariable(node.value, scope);
}
function compileVariable(name, scope) {
  const [place, ...others] = scope.resolve(name);
  if (!place) return readContext(name);
  const otherwise = compilePlaces(others, name, scope);
  const { hops, slot } = place;
  if (hops === 0)
    return (frame) => {
      const value = frame.slots[slot];
      return value === void 0 ? otherwise(frame) : value;
    };
  return (frame) => {
    const value = ancestor(frame, hops).slots[slot];
    return value === void 0 ? otherwise(frame) : value;
  };
}
function compilePlaces(places, name, scope) {
  const otherwise = readContext(name);
  let isHidden;
  return (frame) => {
    for (const { hops, slot } of places) {
      const value = ancestor(frame, hops).slots[slot];
      if (value !== void 0) return value;
    }
    isHidden ??= scope.hidesContext(name);
    const { runtime } = frame;
    return isHidden && !runtime.settings.isReference ? runtime.missingName(name) : otherwise(frame);
  };
}
function ancestor(frame, hops) {
  let result = frame;
  for (let count = hops; count > 0 && result.parent; count--) result = result.parent;
  return result;
}
function readContext(name) {
  return (frame) => {
    const value = frame.context.lookup(name);
    if (value !== void 0) return value;
    return name === "self" ? new BlockTable(frame.context) : frame.runtime.missingName(name);
  };
}
function compileTarget(node, scope, compiler) {
  const refused = refuseTarget(node);
  if (refused !== void 0) return failAt(compiler, `can't assign to '${refused}'`, node.offset);
  if (node.type === "Identifier") {
    const slot = scope.set(node.value);
    return (frame, value) => {
      frame.slots[slot] = value;
    };
  }
  if (node.type === "TupleLiteral") {
    const targets = node.value.map((item) => compileTarget(item, scope, compiler));
    return (frame, value) => {
      const items = unpack(value, targets.length);
      for (let index = 0; index < targets.length; index++) targets[index]?.(frame, items[index]);
    };
  }
  return compileAttributeTarget(node, scope, compiler);
}
function compileAttributeTarget(node, scope, compiler) {
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier")
    return failAt(compiler, `can't assign to '${node.type.toLowerCase()}'`, node.offset);
  const object = compiler.expression(node.object, scope);
  const name = node.property.value;
  return (frame, value) => {
    const namespace = object(frame);
    if (!(namespace instanceof Namespace))
      throw new TemplateRuntimeError("cannot assign attribute on non-namespace object");
    namespace.attributes.set(name, value);
  };
}
function unpack(value, count) {
  const items = tryItems(value);
  if (!items) throw new TemplateRuntimeError(`cannot unpack non-iterable ${typeName(value)} object`);
  if (items.length > count) throw new TemplateRuntimeError(`too many values to unpack (expected ${count})`);
  if (items.length < count)
    throw new TemplateRuntimeError(`not enough values to unpack (expected ${count}, got ${items.length})`);
  return itemsOf(items);
}
function namesOf(target) {
  if (target.type === "Identifier") return [target.value];
  return target.type === "TupleLiteral" ? target.value.flatMap(namesOf) : [];
}
function declareNames(nodes, scope) {
  let pending = [...nodes];
  while (pending.length > 0) {
    const bodies = [];
    for (const node of pending) {
      if (node.type === "Set") for (const name of namesOf(node.assignee)) scope.declare(name);
      else if (node.type === "Macro" || node.type === "Import") scope.declare(node.name.value);
      else if (node.type === "FromImport")
        for (const { name, alias } of node.names) scope.declare((alias ?? name).value);
      else if (node.type === "If") for (const child of [...node.body, ...node.alternate]) bodies.push(child);
    }
    pending = bodies;
  }
}
export {
  compileName,
  compileTarget,
  compileVariable,
  declareNames,
  namesOf
};
