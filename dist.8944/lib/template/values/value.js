class Special {
  /** The name with the module that Jinja2 defines it in, which some messages show. */
  get qualifiedName() {
    return this.typeName;
  }
  /** Whether the value counts as true, unless its kind has a rule of its own. */
  get isTrue() {
    return true;
  }
  /** Returns a documented attribute; undefined if there is none of that name. */
  attribute(_name) {
    return void 0;
  }
  /** The number of items, unless its type has its own rule; undefined if the value has no length. */
  get size() {
    return void 0;
  }
  /** Returns the items of an iterable value, one by one on demand. */
  iterate() {
    return void 0;
  }
  /** How the value prints, unless its type has its own form. */
  toString() {
    return "<".concat(this.typeName, ">");
  }
}
class Float extends Special {
  value;
  constructor(value) {
    super();
    this.value = value;
  }
  get typeName() {
    return "float";
  }
}
function float(value) {
  return Number.isInteger(value) ? new Float(value) : value;
}
class Safe extends Special {
  text;
  constructor(text) {
    super();
    this.text = text;
  }
  get typeName() {
    return "Markup";
  }
  get qualifiedName() {
    return "markupsafe.Markup";
  }
}
class Tuple extends Special {
  items;
  constructor(items) {
    super();
    this.items = items;
  }
  get typeName() {
    return "tuple";
  }
}
class Bytes extends Tuple {
  get typeName() {
    return "bytes";
  }
}
class Pair extends Tuple {
}
class Group extends Tuple {
  attribute(name) {
    return name === "grouper" ? this.items[0] : name === "list" ? this.items[1] : void 0;
  }
}
class Range extends Special {
  start;
  stop;
  step;
  length;
  constructor(start, stop, step) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
  get typeName() {
    return "range";
  }
  attribute(name) {
    return name === "start" || name === "stop" || name === "step" ? this[name] : void 0;
  }
  at(index) {
    return this.start + index * this.step;
  }
  *[Symbol.iterator]() {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}
class Namespace extends Special {
  attributes;
  constructor(attributes = []) {
    super();
    this.attributes = new Map(attributes);
  }
  attribute(name) {
    return this.attributes.get(name);
  }
  get typeName() {
    return "Namespace";
  }
  get qualifiedName() {
    return "jinja2.utils.Namespace";
  }
}
class Stream extends Special {
  #items;
  constructor(items) {
    super();
    this.#items = items;
  }
  get typeName() {
    return "generator";
  }
  /** The items that are left; afterwards there are none. */
  iterate() {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
function isText(value) {
  return typeof value === "string" || value instanceof Safe;
}
function textOf(value) {
  return typeof value === "string" ? value : value.text;
}
function isInteger(value) {
  return typeof value === "bigint" || typeof value === "number" && Number.isInteger(value);
}
function isFloat(value) {
  return value instanceof Float || typeof value === "number" && !Number.isInteger(value);
}
function isNumeric(value) {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" || value instanceof Float;
}
function toNumber(value) {
  return value instanceof Float ? value.value : Number(value);
}
function orElse(value, otherwise) {
  return value === void 0 ? otherwise() : value;
}
export {
  Bytes,
  Float,
  Group,
  Namespace,
  Pair,
  Range,
  Safe,
  Special,
  Stream,
  Tuple,
  float,
  isFloat,
  isInteger,
  isNumeric,
  isText,
  orElse,
  textOf,
  toNumber
};
