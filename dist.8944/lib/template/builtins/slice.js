import { TemplateRuntimeError } from "../errors.js";
import { isMapping } from "../values/dict.js";
import { charactersOf } from "../values/iterate.js";
import { charge, chargeCharacters } from "../values/meter.js";
import { exactInteger } from "../values/numbers.js";
import { typeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isText, Range, Safe, Tuple, textOf } from "../values/value.js";
function getSlice(object, start, stop, step) {
  if (object instanceof Undefined) return object.mode === "chainable" ? object : object.fail();
  if (isMapping(object)) throw new TemplateRuntimeError("unhashable type: 'slice'");
  if (!isSequence(object)) throw new TemplateRuntimeError(`'${typeName(object)}' object is not subscriptable`);
  const [from, to, by] = [start, stop, step].map(readBound);
  const select = (items) => sliceItems(items, from, to, by);
  if (isText(object)) {
    const text = textOf(object);
    chargeCharacters(text.length);
    const hasPairs = /[\ud800-\udfff]/.test(text);
    const part = hasPairs ? select(charactersOf(text)) : select(text);
    const joined = typeof part === "string" ? part : part.join("");
    return object instanceof Safe ? new Safe(joined) : joined;
  }
  if (Array.isArray(object)) return select(object);
  if (object instanceof Tuple) return new Tuple(select(object.items));
  return sliceRange(object, from, to, by);
}
function isSequence(value) {
  return isText(value) || Array.isArray(value) || value instanceof Tuple || value instanceof Range;
}
function readBound(value) {
  const bound = value === null ? null : exactInteger(value);
  if (bound === void 0)
    throw new TemplateRuntimeError("slice indices must be integers or None or have an __index__ method");
  return bound;
}
function resolve(length, start, stop, step) {
  const by = step === null ? 1 : Number(step);
  if (by === 0) throw new TemplateRuntimeError("slice step cannot be zero");
  const [low, high] = by > 0 ? [0, length] : [-1, length - 1];
  const clamp = (bound, absent) => {
    if (bound === null) return absent;
    const position = Number(bound) < 0 ? Number(bound) + length : Number(bound);
    return Math.max(low, Math.min(high, position));
  };
  return by > 0 ? { start: clamp(start, low), stop: clamp(stop, high), step: by } : { start: clamp(start, high), stop: clamp(stop, low), step: by };
}
function sliceItems(items, from, to, by) {
  const { start, stop, step } = resolve(items.length, from, to, by);
  if (step === 1 && typeof items !== "string") charge(Math.max(0, stop - start));
  if (step === 1) return items.slice(start, Math.max(start, stop));
  const result = [];
  for (let index = start; step > 0 ? index < stop : index > stop; index += step) {
    charge(1);
    result.push(items[index]);
  }
  return result;
}
function sliceRange(range, from, to, by) {
  const { start, stop, step } = resolve(range.length, from, to, by);
  return new Range(range.at(start), range.at(stop), range.step * step);
}
export {
  getSlice
};
