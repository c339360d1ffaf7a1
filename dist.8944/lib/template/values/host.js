import { callOnce } from "./adopt.js";
import { Callable } from "./callable.js";
import { Dict, DictView, entriesOf } from "./dict.js";
import { itemsOf } from "./iterate.js";
import { toText } from "./text.js";
import { Undefined } from "./undefined.js";
import { Float, Namespace, Range, Safe, Special, Stream, Tuple } from "./value.js";
function callHost(callee, args, keywords, callBack, first = []) {
  const plain = [...first, ...args.map((argument) => toHost(argument, callBack))];
  if (keywords && keywords.size > 0)
    plain.push(Object.fromEntries([...keywords].map(([name, value]) => [name, toHost(value, callBack)])));
  const result = callOnce(() => Reflect.apply(callee, void 0, plain));
  return result === void 0 ? null : result;
}
function toHost(value, callBack) {
  if (Array.isArray(value)) return value.map((item) => toHost(item, callBack));
  if (!(value instanceof Special)) return value;
  if (value instanceof Float) return value.value;
  if (value instanceof Safe) return value.text;
  if (value instanceof Undefined) return void 0;
  if (value instanceof Dict) return toHostDict(entriesOf(value), callBack);
  if (value instanceof Namespace) return toHostDict([...value.attributes], callBack);
  if (value instanceof Tuple || value instanceof Range || value instanceof Stream || value instanceof DictView)
    return itemsOf(value).map((item) => toHost(item, callBack));
  if (value instanceof Callable) return (...args) => toHost(callBack(value, args), callBack);
  return toText(value);
}
function toHostDict(entries, callBack) {
  const plain = entries.map(([key, value]) => [toHost(key, callBack), toHost(value, callBack)]);
  return plain.every(([key]) => typeof key === "string") ? Object.fromEntries(plain.map(([key, value]) => [String(key), value])) : new Map(plain);
}
export {
  callHost,
  toHost
};
