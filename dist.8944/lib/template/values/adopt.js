import { TemplateRuntimeError } from "../errors.js";
import { Special } from "./value.js";
const lists = /* @__PURE__ */ new WeakMap();
let replay;
function replaying(session, work) {
  const outer = replay;
  replay = session;
  try {
    return work();
  } finally {
    replay = outer;
  }
}
function settlesPromises() {
  return replay !== void 0;
}
function callOnce(run) {
  return adopt(replay ? replay.call(run) : run());
}
function adopt(value) {
  if (typeof value !== "object" || value === null) return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return value;
  return adoptUnusual(value);
}
function adoptUnusual(value) {
  if (value instanceof Special || Array.isArray(value) || value instanceof Map) return value;
  if (isPromise(value)) return replay ? replay.settle(value) : value;
  if (!isIterable(value)) return value;
  let list = lists.get(value);
  if (!list) {
    list = [...value];
    lists.set(value, list);
  }
  return list;
}
function isHostMapping(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null || value instanceof Map) return true;
  if (value instanceof Date)
    throw new TemplateRuntimeError("a Date cannot be used in a template: pass a string or a number");
  if (isPromise(value))
    throw new TemplateRuntimeError("a Promise cannot be used in a template: await it first, or call renderAsync");
  return !isIterable(value);
}
function isPromise(value) {
  return value instanceof Promise || "then" in value && typeof value.then === "function";
}
function isIterable(value) {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === "function";
}
function* classesOf(object) {
  let prototype = Object.getPrototypeOf(object);
  for (let next; prototype; prototype = next) {
    next = Object.getPrototypeOf(prototype);
    if (!next) return;
    yield prototype;
  }
}
function hasGetter(object, name) {
  for (const prototype of classesOf(object)) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (property) return property.get !== void 0;
  }
  return false;
}
function getterNames(object) {
  const names = /* @__PURE__ */ new Set();
  for (const prototype of classesOf(object))
    for (const name of Object.getOwnPropertyNames(prototype)) if (hasGetter(object, name)) names.add(name);
  return [...names];
}
export {
  adopt,
  callOnce,
  getterNames,
  hasGetter,
  isHostMapping,
  replaying,
  settlesPromises
};
