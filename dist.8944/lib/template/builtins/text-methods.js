import { TemplateRuntimeError } from "../errors.js";
import { escapeHtml } from "../values/escape.js";
import { countCharacters, itemsOf } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { isPrintable } from "../values/quote.js";
import { replaceMatches } from "../values/search-text.js";
import { plainTypeName } from "../values/type-name.js";
import { isText, Safe, Tuple, textOf } from "../values/value.js";
import { integerOr, optionalText, requireText } from "./arguments.js";
import { capitalize, caseFold, isLowerCase, isTitleCase, isUpperCase, swapCase, titleCase } from "./case.js";
import { countIn, findIn, matchesAt } from "./search.js";
import { partition, split, splitLines } from "./split.js";
import { formatMapping, formatText } from "./str-format.js";
import { center, justify, replaceText, strip, translate } from "./text.js";
const simple = (run) => ({
  parameters: [],
  keywords: "none",
  run: (_, text) => run(text)
});
const positional = (parameters, required, run) => ({
  parameters,
  required,
  keywords: "none",
  run: (runtime, text, ...args) => run(runtime, text, ...args)
});
const matches = (pattern) => simple((text) => pattern.test(text));
const stripper = (left, right) => positional(["chars"], 0, (_, text, chars) => strip(text, optionalText(chars, "strip arg"), left, right));
const splitter = (fromRight) => ({
  parameters: ["sep", "maxsplit"],
  run: (_, text, separator, limit) => split(text, optionalText(separator, "separator"), integerOr(limit, -1), fromRight)
});
const searcher = (name, fromRight, mustFind) => positional(["sub", "start", "end"], 1, (_, text, sub, start, end) => {
  const index = findIn(text, requireText(sub, "".concat(name, " argument")), start, end, fromRight);
  if (index === -1 && mustFind) throw new TemplateRuntimeError("substring not found");
  return index;
});
const matcher = (name) => positional(["prefix", "start", "end"], 1, (_, text, affix, start, end) => {
  const affixes = affix instanceof Tuple ? affix.items : [affix];
  if (!affixes.every(isText))
    throw new TemplateRuntimeError(
      "".concat(name, " first arg must be str or a tuple of str, not ").concat(plainTypeName(affixes.find((item) => !isText(item))))
    );
  return affixes.some((item) => matchesAt(text, textOf(item), start, end, name === "endswith"));
});
const padder = (place) => positional(["width", "fillchar"], 1, (runtime, text, width, fill) => {
  const character = fill === void 0 ? " " : requireText(fill, "fill character");
  if (countCharacters(character) !== 1)
    throw new TemplateRuntimeError("The fill character must be exactly one character long");
  const columns = integerOr(width, 0);
  runtime.checkLength(columns);
  return place(text, columns, character);
});
const TEXT_METHODS = /* @__PURE__ */ new Map([
  ["upper", simple((text) => text.toUpperCase())],
  ["lower", simple((text) => text.toLowerCase())],
  ["title", simple(titleCase)],
  ["capitalize", simple(capitalize)],
  ["swapcase", simple(swapCase)],
  ["casefold", simple(caseFold)],
  ["strip", stripper(true, true)],
  ["lstrip", stripper(true, false)],
  ["rstrip", stripper(false, true)],
  ["split", splitter(false)],
  ["rsplit", splitter(true)],
  [
    "splitlines",
    { parameters: ["keepends"], run: (_, text, keep) => splitLines(text, integerOr(keep, 0) !== 0) }
  ],
  ["partition", positional(["sep"], 1, (_, text, separator) => partition(text, requireText(separator, "sep"), false))],
  ["rpartition", positional(["sep"], 1, (_, text, separator) => partition(text, requireText(separator, "sep"), true))],
  [
    "replace",
    {
      parameters: ["old", "new", "count"],
      required: 2,
      run: (runtime, text, old, replacement, count) => replaceText(
        runtime,
        text,
        requireText(old, "replace() argument 1"),
        requireText(replacement, "replace() argument 2"),
        integerOr(count, -1)
      )
    }
  ],
  ["startswith", matcher("startswith")],
  ["endswith", matcher("endswith")],
  ["find", searcher("find", false, false)],
  ["rfind", searcher("rfind", true, false)],
  ["index", searcher("index", false, true)],
  ["rindex", searcher("rindex", true, true)],
  [
    "count",
    positional(
      ["sub", "start", "end"],
      1,
      (_, text, sub, start, end) => countIn(text, requireText(sub, "count argument"), start, end)
    )
  ],
  ["join", positional(["iterable"], 1, joinTexts)],
  ["center", padder(center)],
  ["ljust", padder((text, width, fill) => justify(text, width, fill, "left"))],
  ["rjust", padder((text, width, fill) => justify(text, width, fill, "right"))],
  [
    "zfill",
    positional(["width"], 1, (runtime, text, width) => {
      const columns = integerOr(width, 0);
      runtime.checkLength(columns);
      const sign = /^[+-]/.exec(text)?.[0] ?? "";
      return sign + justify(text.slice(sign.length), columns - sign.length, "0", "right");
    })
  ],
  [
    "expandtabs",
    { parameters: ["tabsize"], run: (runtime, text, size) => expandTabs(runtime, text, integerOr(size, 8)) }
  ],
  [
    "removeprefix",
    positional(["prefix"], 1, (_, text, prefix) => {
      const start = requireText(prefix, "removeprefix() argument");
      return text.startsWith(start) ? text.slice(start.length) : text;
    })
  ],
  [
    "removesuffix",
    positional(["suffix"], 1, (_, text, suffix) => {
      const end = requireText(suffix, "removesuffix() argument");
      return end !== "" && text.endsWith(end) ? text.slice(0, -end.length) : text;
    })
  ],
  ["isalpha", matches(/^\p{L}+$/u)],
  ["isdecimal", matches(/^\p{Nd}+$/u)],
  ["isdigit", matches(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792]+$/u)],
  ["isnumeric", matches(/^[\p{N}\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u4ebf\u5104\u5146\u58f9\u8d30\u53c1\u8086\u4f0d\u9646\u67d2\u634c\u7396\u62fe]+$/u)],
  ["isalnum", matches(/^[\p{L}\p{N}]+$/u)],
  ["isspace", simple((text) => text !== "" && strip(text, void 0, true, true) === "")],
  ["isupper", simple(isUpperCase)],
  ["islower", simple(isLowerCase)],
  ["istitle", simple(isTitleCase)],
  ["isidentifier", matches(/^[\p{ID_Start}_]\p{ID_Continue}*$/u)],
  ["isascii", simple((text) => !/\P{ASCII}/u.test(text))],
  ["isprintable", simple(isPrintable)],
  ["format", { parameters: ["*args"], keywords: "rest", run: runFormat }],
  ["format_map", positional(["mapping"], 1, formatMapping)],
  ["translate", positional(["table"], 1, (_, text, table) => translate(text, table))]
]);
function runFormat(runtime, text, args, keywords) {
  return formatText(runtime, text, args, keywords);
}
function joinTexts(runtime, separator, iterable) {
  const parts = itemsOf(iterable).map((item, index) => {
    if (isText(item)) return textOf(item);
    throw new TemplateRuntimeError("sequence item ".concat(index, ": expected str instance, ").concat(plainTypeName(item), " found"));
  });
  runtime.checkLength(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
  return parts.join(separator);
}
function expandTabs(runtime, text, size) {
  runtime.checkLength(text.length + text.split("	").length * Math.max(0, size));
  let column = 0;
  return replaceMatches(text, /\t|[\r\n]|[^\t\r\n]+/gu, (part) => {
    charge(1);
    if (part !== "	") {
      column = part === "\n" || part === "\r" ? 0 : column + countCharacters(part);
      return part;
    }
    if (size <= 0) return "";
    const width = size - column % size;
    column += width;
    return " ".repeat(width);
  });
}
const ESCAPED_ARGUMENT = /* @__PURE__ */ new Map([
  ["replace", 1],
  ["join", 0]
]);
const ESCAPING = /* @__PURE__ */ new Set(["format", "format_map"]);
function runTextMethod(runtime, object, name, method, args) {
  if (typeof object === "string" || ESCAPING.has(name)) return method.run(runtime, object, ...args);
  const escaped = ESCAPED_ARGUMENT.get(name);
  const safeArgs = escaped === void 0 ? args : args.map((arg, index) => index >= escaped ? escapeArgument(arg) : arg);
  return markSafe(method.run(runtime, object.text, ...safeArgs));
}
function escapeArgument(value) {
  if (typeof value === "string") return escapeHtml(value).text;
  if (Array.isArray(value)) return value.map(escapeArgument);
  if (value instanceof Tuple) return new Tuple(value.items.map(escapeArgument));
  return value instanceof Map ? new Map([...value].map(([key, item]) => [key, escapeArgument(item)])) : value;
}
function markSafe(value) {
  if (typeof value === "string") return new Safe(value);
  if (Array.isArray(value)) return value.map(markSafe);
  return value instanceof Tuple ? new Tuple(value.items.map(markSafe)) : value;
}
export {
  TEXT_METHODS,
  runTextMethod
};
