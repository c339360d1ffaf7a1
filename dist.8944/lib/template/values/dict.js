import { TemplateLimitError, TemplateRuntimeError } from "../errors.js";
import { MAX_VALUE_SIZE } from "../limits.js";
import { adopt, getterNames, hasGetter, isHostMapping } from "./adopt.js";
import { charge } from "./meter.js";
import { typeName } from "./type-name.js";
import { Undefined } from "./undefined.js";
import { Float, Pair, Safe, Special, Tuple } from "./value.js";
const UNDEFINED_KEY = /* @__PURE__ */ Symbol("undefined");
class Dict extends Special {
  #values = /* @__PURE__ */ new Map();
  /** Keys whose spelling differs from what they are found by: `True`, `1.0`, tuples. */
  #spellings;
  constructor(entries = []) {
    super();
    for (const [key, value] of entries) this.set(key, value);
  }
  get typeName() {
    return "dict";
  }
  get size() {
    return this.#values.size;
  }
  get(key) {
    return this.#values.get(hashKey(key));
  }
  has(key) {
    return this.#values.has(hashKey(key));
  }
  /** Only for building: templates cannot change a dict. */
  set(key, value) {
    const hash = hashKey(key);
    if (hash !== key && !this.#values.has(hash)) {
      this.#spellings ??= /* @__PURE__ */ new Map();
      this.#spellings.set(hash, key);
    }
    this.#values.set(hash, value);
  }
  *entries() {
    for (const [hash, value] of this.#values)
      yield [this.#spellings?.has(hash) ? this.#spellings.get(hash) : hash, value];
  }
}
class DictView extends Special {
  mapping;
  kind;
  constructor(mapping, kind) {
    super();
    this.mapping = mapping;
    this.kind = kind;
  }
  get typeName() {
    return `dict_${this.kind}`;
  }
  get isTrue() {
    return sizeOf(this.mapping) > 0;
  }
  toArray() {
    if (this.kind === "keys") return keysOf(this.mapping);
    const entries = entriesOf(this.mapping);
    return this.kind === "values" ? entries.map(([, value]) => value) : entries.map((entry) => new Pair(entry));
  }
}
function isMapping(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return value instanceof Special ? value instanceof Dict : isHostMapping(value);
}
const isEnumerable = Object.prototype.propertyIsEnumerable;
function getKey(mapping, key) {
  if (mapping instanceof Dict) return mapping.get(key);
  if (mapping instanceof Map) return getFromMap(mapping, key);
  const name = key instanceof Safe ? key.text : key;
  if (typeof name !== "string") {
    hashKey(name);
    return void 0;
  }
  const host = mapping;
  return isEnumerable.call(host, name) || hasGetter(host, name) ? adopt(host[name]) : void 0;
}
function getFromMap(map, key) {
  const hash = hashKey(key);
  const found = map.get(hash);
  if (found !== void 0 || typeof hash === "string") return adopt(found);
  charge(map.size);
  for (const [other, value] of map) if (hashKey(other) === hash) return adopt(value);
  return void 0;
}
function hasKey(mapping, key) {
  return mapping instanceof Dict ? mapping.has(key) : getKey(mapping, key) !== void 0;
}
function entriesOf(mapping) {
  if (mapping instanceof Dict) {
    charge(mapping.size);
    return [...mapping.entries()];
  }
  const entries = mapping instanceof Map ? [...mapping] : hostEntries(mapping);
  charge(entries.length);
  for (const entry of entries) entry[1] = adopt(entry[1]);
  return entries.some(([, value]) => value === void 0) ? entries.filter(([, value]) => value !== void 0) : entries;
}
function hostEntries(object) {
  const own = Object.entries(object);
  const prototype = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return own;
  const names = getterNames(object).filter((name) => !Object.hasOwn(object, name));
  return [...own, ...names.map((name) => [name, object[name]])];
}
function keysOf(mapping) {
  return entriesOf(mapping).map(([key]) => key);
}
function sizeOf(mapping) {
  if (mapping instanceof Dict) return mapping.size;
  return entriesOf(mapping).length;
}
function hashKey(key) {
  switch (typeof key) {
    case "string":
      return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
    case "boolean":
      return Number(key);
    case "number":
      return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
    case "object":
      return hashObject(key);
    default:
      return key;
  }
}
function hashObject(key) {
  if (key === null) return key;
  if (key instanceof Safe) return hashKey(key.text);
  if (key instanceof Float) return hashKey(key.value);
  if (key instanceof Undefined) return UNDEFINED_KEY;
  if (key instanceof Tuple) charge(key.items.length);
  if (key instanceof Tuple) return `\0t${key.items.map(encodeMember).join("")})`;
  const isSet = key instanceof DictView && key.kind !== "values";
  if (isSet || Array.isArray(key) || isMapping(key))
    throw new TemplateRuntimeError(`unhashable type: '${typeName(key)}'`);
  return key;
}
function encodeMember(member) {
  const hash = hashKey(member);
  const text = typeof hash === "object" && hash !== null ? typeName(hash) : String(hash);
  if (text.length > MAX_VALUE_SIZE) throw new TemplateLimitError("a key is too large");
  return `${typeof hash}:${text.length}:${text}`;
}
export {
  Dict,
  DictView,
  entriesOf,
  getKey,
  hasKey,
  hashKey,
  isMapping,
  keysOf,
  sizeOf
};
