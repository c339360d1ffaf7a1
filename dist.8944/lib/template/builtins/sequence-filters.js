import { TemplateRuntimeError } from "../errors.js";
import { adopt } from "../values/adopt.js";
import { calculate } from "../values/arithmetic.js";
import { isEqual, isTrue } from "../values/compare.js";
import { DictView, entriesOf, hashKey, isMapping } from "../values/dict.js";
import { escapeHtml } from "../values/escape.js";
import { itemsOf, lengthOf, tryItems } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { compareValues } from "../values/order.js";
import { plainTypeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { Group, isText, orElse, Pair, Range, Safe, Special, Stream, textOf } from "../values/value.js";
import { integerOr, requireInteger, textOr } from "./arguments.js";
import { foldCase, foldingGetterOf, getterOf } from "./attribute-path.js";
import { getSlice } from "./slice.js";
const SEQUENCE_FILTERS = {
  batch: {
    parameters: ["linecount", "fill_with"],
    required: 1,
    run: (runtime, value, count, fill) => new Stream(batch(runtime, value, count, fill))
  },
  slice: {
    parameters: ["slices", "fill_with"],
    required: 1,
    run: (runtime, value, count, fill) => new Stream(distribute(runtime, value, count, fill))
  },
  first: {
    parameters: [],
    run: (runtime, value) => {
      const items = (value instanceof Special ? value.iterate() : void 0) ?? itemsOf(value);
      const [first = runtime.missing("No first item, sequence was empty.")] = items;
      return adopt(first);
    }
  },
  last: { parameters: [], run: last },
  length: { parameters: [], run: (_, value) => lengthOf(value) },
  list: { parameters: [], run: (_, value) => [...itemsOf(value)] },
  items: {
    parameters: [],
    run: (_, value) => new Stream(pairsOf(value))
  },
  reverse: {
    parameters: [],
    run: (_, value) => {
      if (isText(value)) return getSlice(value, null, null, -1);
      const items = tryItems(value);
      if (!items) throw new TemplateRuntimeError("argument must be iterable");
      return new Stream([...items].reverse());
    }
  },
  join: { parameters: ["d", "attribute"], run: join },
  sort: {
    parameters: ["reverse", "case_sensitive", "attribute"],
    run: (runtime, value, reverse, isCaseSensitive, attribute) => {
      const getters = (attribute === void 0 || !isText(attribute) ? [attribute] : textOf(attribute).split(",")).map(
        (part) => foldingGetterOf(runtime, part, isTrue(isCaseSensitive ?? false))
      );
      return sortBy(itemsOf(value), (item) => getters.map((get) => get(item)), isTrue(reverse ?? false));
    }
  },
  unique: {
    parameters: ["case_sensitive", "attribute"],
    run: (runtime, value, isCaseSensitive, attribute) => new Stream(unique(value, foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false))))
  },
  min: { parameters: ["case_sensitive", "attribute"], run: extreme(-1) },
  max: { parameters: ["case_sensitive", "attribute"], run: extreme(1) },
  sum: { parameters: ["attribute", "start"], run: sum },
  random: {
    parameters: [],
    run: (runtime, value) => {
      if (isMapping(value) || value instanceof Stream)
        throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not subscriptable`);
      const items = itemsOf(value);
      const index = Math.floor(runtime.settings.random() * items.length);
      return orElse(items[index], () => runtime.missing("No random item, sequence was empty."));
    }
  },
  groupby: { parameters: ["attribute", "default", "case_sensitive"], required: 1, run: groupBy },
  dictsort: { parameters: ["case_sensitive", "by", "reverse"], run: sortDict }
};
function* pairsOf(value) {
  if (value instanceof Undefined) return;
  if (!isMapping(value)) throw new TemplateRuntimeError("Can only get item pairs from a mapping.");
  yield* new DictView(value, "items").toArray();
}
function* batch(runtime, value, count, fill) {
  let part = [];
  for (const item of itemsOf(value)) {
    if (isEqual(part.length, count)) {
      yield part;
      part = [];
    }
    part.push(item);
  }
  if (part.length === 0) return;
  if (fill !== void 0 && fill !== null) {
    const size = requireInteger(count);
    runtime.checkLength(size);
    while (part.length < size) part.push(fill);
  }
  yield part;
}
function* distribute(runtime, value, slices, fill) {
  const items = itemsOf(value);
  const count = integerOr(slices, 1);
  runtime.checkLength(count);
  if (count === 0) throw new TemplateRuntimeError("integer division or modulo by zero");
  const size = Math.floor(items.length / count);
  const larger = items.length % count;
  for (let index = 0, start = 0; index < count; index++) {
    charge(1);
    const part = items.slice(start, start + size + (index < larger ? 1 : 0));
    start += part.length;
    if (fill !== void 0 && fill !== null && index >= larger) part.push(fill);
    yield part;
  }
}
function last(runtime, value) {
  if (value instanceof Stream) throw new TemplateRuntimeError("'generator' object is not reversible");
  if (value instanceof Range && value.length > 0) return value.at(value.length - 1);
  const items = tryItems(value);
  if (!items) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not reversible`);
  return orElse(items.at(-1), () => runtime.missing("No last item, sequence was empty."));
}
function join(runtime, value, separator, attribute) {
  const get = getterOf(runtime, attribute);
  const items = itemsOf(value).map(get);
  const { print } = runtime.settings;
  const isSafe = runtime.autoescape && (separator instanceof Safe || items.some((item) => item instanceof Safe));
  const show = isSafe ? (item) => escapeHtml(item).text : print;
  const parts = items.map((item) => {
    charge(1);
    return show(item);
  });
  const glue = separator === void 0 ? "" : show(separator);
  runtime.checkLength(parts.reduce((total, part) => total + part.length + glue.length, 0));
  const text = parts.join(glue);
  return isSafe ? new Safe(text) : text;
}
function sortBy(items, keyOf, isReverse) {
  const direction = isReverse ? -1 : 1;
  return items.map((item) => ({ item, key: keyOf(item) })).sort((a, b) => {
    charge(1);
    return direction * compareValues(a.key, b.key);
  }).map(({ item }) => item);
}
function* unique(value, get) {
  const seen = /* @__PURE__ */ new Set();
  for (const item of itemsOf(value)) {
    const hash = hashKey(get(item));
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield item;
  }
}
function extreme(sign) {
  return (runtime, value, isCaseSensitive, attribute) => {
    const get = foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false));
    const items = itemsOf(value);
    if (items.length === 0) return runtime.missing("No aggregated item, sequence was empty.");
    const keys = items.map(get);
    let best = 0;
    for (let index = 1; index < items.length; index++)
      if (sign * compareValues(keys[index], keys[best], sign > 0 ? ">" : "<") > 0) best = index;
    return items[best];
  };
}
function sum(runtime, value, attribute, start) {
  const get = getterOf(runtime, attribute);
  if (isText(start)) throw new TemplateRuntimeError("sum() can't sum strings [use ''.join(seq) instead]");
  return itemsOf(value).reduce(
    (total, item) => calculate("+", total, get(item), runtime.settings.limits.max_string),
    start ?? 0
  );
}
function groupBy(runtime, value, attribute, fallback, isCaseSensitive) {
  const get = foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false), fallback);
  const show = getterOf(runtime, attribute, fallback);
  const groups = [];
  for (const item of sortBy(itemsOf(value), get, false)) {
    const key = get(item);
    const current = groups.at(-1);
    if (current && isEqual(current.key, key)) current.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map(({ items }) => new Group([show(items[0]), items]));
}
function sortDict(_, value, isCaseSensitive, by, reverse) {
  const position = ["key", "value"].indexOf(textOr(by, "key"));
  if (position === -1) throw new TemplateRuntimeError('You can only sort by either "key" or "value"');
  if (value instanceof Undefined) return value.fail();
  if (!isMapping(value)) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object has no attribute 'items'`);
  const fold = isTrue(isCaseSensitive ?? false) ? (key) => key : foldCase;
  const pairs = entriesOf(value).map((entry) => new Pair(entry));
  return sortBy(pairs, (pair) => fold(pair.items[position]), isTrue(reverse ?? false));
}
export {
  SEQUENCE_FILTERS
};
