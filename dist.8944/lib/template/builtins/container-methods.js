import { TemplateRuntimeError } from "../errors.js";
import { isEqual } from "../values/compare.js";
import { Dict, DictView, entriesOf, getKey } from "../values/dict.js";
import { itemsOf } from "../values/iterate.js";
import { exactInteger } from "../values/numbers.js";
import { toRepr } from "../values/text.js";
import { orElse, Tuple } from "../values/value.js";
const positional = (parameters, required, run) => ({ parameters, required, keywords: "none", run });
const SEQUENCE_METHODS = /* @__PURE__ */ new Map([
  ["count", positional(["value"], 1, (_, list, value) => itemsOf(list).filter((item) => isEqual(item, value)).length)],
  ["index", positional(["value", "start", "stop"], 1, findIndex)]
]);
const LIST_METHODS = new Map([
  ...SEQUENCE_METHODS,
  ["copy", positional([], 0, (_, list) => [...list])]
]);
function findIndex(_, list, value, start, stop) {
  const items = itemsOf(list);
  const resolve = (bound, absent) => {
    const index2 = Number(exactInteger(bound) ?? absent);
    return index2 < 0 ? Math.max(0, index2 + items.length) : index2;
  };
  const from = resolve(start, 0);
  const to = resolve(stop, items.length);
  const index = items.findIndex((item, position) => position >= from && position < to && isEqual(item, value));
  if (index === -1)
    throw new TemplateRuntimeError(
      list instanceof Tuple ? "tuple.index(x): x not in tuple" : `${toRepr(value)} is not in list`
    );
  return index;
}
const DICT_METHODS = /* @__PURE__ */ new Map([
  [
    "get",
    positional(
      ["key", "default"],
      1,
      (_, dict, key, fallback) => orElse(getKey(dict, key), () => fallback ?? null)
    )
  ],
  ["keys", positional([], 0, (_, dict) => new DictView(dict, "keys"))],
  ["values", positional([], 0, (_, dict) => new DictView(dict, "values"))],
  ["items", positional([], 0, (_, dict) => new DictView(dict, "items"))],
  ["copy", positional([], 0, (_, dict) => new Dict(entriesOf(dict)))],
  [
    "fromkeys",
    positional(["iterable", "value"], 1, (_, __, keys, value) => {
      return new Dict(itemsOf(keys).map((key) => [key, value ?? null]));
    })
  ]
]);
export {
  DICT_METHODS,
  LIST_METHODS,
  SEQUENCE_METHODS
};
