import { TemplateRuntimeError } from "../errors.js";
import { adopt, settlesPromises } from "./adopt.js";
import { isEqual } from "./compare.js";
import { DictView, hasKey, isMapping, keysOf, sizeOf } from "./dict.js";
import { charge, chargeCharacters } from "./meter.js";
import { includesText } from "./search-text.js";
import { plainTypeName } from "./type-name.js";
import { Undefined } from "./undefined.js";
import { isText, Range, Safe, Special, Tuple, textOf } from "./value.js";
const SURROGATE = /[\ud800-\udfff]/;
function countCharacters(text) {
  if (!SURROGATE.test(text)) return text.length;
  chargeCharacters(text.length);
  let count = 0;
  for (const _ of text) if (++count % 64 === 0) charge(1);
  return count;
}
const LONG_TEXT = 1e5;
function charactersOf(text) {
  charge(text.length);
  if (text.length < LONG_TEXT) return [...text];
  const characters = [];
  for (const character of text) {
    if (characters.length % 64 === 0) charge(1);
    characters.push(character);
  }
  return characters;
}
function tryItems(value) {
  if (Array.isArray(value)) {
    charge(value.length);
    return settlesPromises() ? value.map(adopt) : value;
  }
  if (typeof value === "string") return charactersOf(value);
  if (typeof value !== "object" || value === null) return void 0;
  if (value instanceof Tuple) {
    charge(value.items.length);
    return value.items;
  }
  if (value instanceof Safe) return charactersOf(value.text);
  if (value instanceof Undefined) {
    value.refuseIfStrict();
    return [];
  }
  if (value instanceof Range) {
    charge(value.length);
    return [...value];
  }
  if (value instanceof DictView) return value.toArray();
  if (value instanceof Special) {
    const items = value.iterate();
    if (items) return drain(items);
  }
  const adopted = adopt(value);
  if (adopted !== value) return tryItems(adopted);
  return isMapping(value) ? keysOf(value) : void 0;
}
function drain(items) {
  const drained = [];
  for (const item of items) {
    charge(1);
    drained.push(item);
  }
  return drained;
}
function itemsOf(value) {
  const items = tryItems(value);
  if (!items) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not iterable`);
  return items;
}
function lengthOf(value) {
  if (isText(value)) return countCharacters(textOf(value));
  if (Array.isArray(value) || value instanceof Range) return value.length;
  if (value instanceof Tuple) return value.items.length;
  if (value instanceof DictView) return sizeOf(value.mapping);
  if (value instanceof Special && value.size !== void 0) return value.size;
  if (isMapping(value)) return sizeOf(value);
  if (value instanceof Undefined) {
    value.refuseIfStrict();
    return 0;
  }
  throw new TemplateRuntimeError(`object of type '${plainTypeName(value)}' has no len()`);
}
function contains(container, item) {
  if (isText(container)) {
    if (isText(item)) {
      return includesText(textOf(container), textOf(item));
    }
    throw new TemplateRuntimeError(`'in <string>' requires string as left operand, not ${plainTypeName(item)}`);
  }
  if (isMapping(container)) return hasKey(container, item);
  if (container instanceof DictView && container.kind === "keys") return hasKey(container.mapping, item);
  const items = tryItems(container);
  if (!items) throw new TemplateRuntimeError(`argument of type '${plainTypeName(container)}' is not iterable`);
  return items.some((member) => isEqual(member, item));
}
export {
  charactersOf,
  contains,
  countCharacters,
  itemsOf,
  lengthOf,
  tryItems
};
