import { TemplateError, TemplateRuntimeError } from "../errors.js";
import { bindArguments, Callable } from "../values/callable.js";
import { isTrue } from "../values/compare.js";
import { Dict, entriesOf, isMapping } from "../values/dict.js";
import { itemsOf } from "../values/iterate.js";
import { toText } from "../values/text.js";
import { Undefined } from "../values/undefined.js";
import { Namespace, Range, Safe, Special } from "../values/value.js";
import { integerOr, requireInteger, requireText, textOr } from "./arguments.js";
import { makeFiller } from "./lipsum.js";
import { formatDate } from "./strftime.js";
function define(name, builtin) {
  const invoke = (runtime, args, keywords) => builtin.run(runtime, null, ...bindArguments(name, builtin, args, keywords));
  return [name, new Callable(name, invoke)];
}
const NAMESPACE = define("namespace", {
  parameters: ["*args"],
  keywords: "rest",
  run: (_, __, args, keywords) => {
    const pairs = readPairs(args, keywords);
    return new Namespace(pairs.map(([key, value]) => [toText(key), value]));
  }
});
const GLOBALS = new Map([
  NAMESPACE,
  define("range", {
    parameters: ["*args"],
    keywords: "none",
    run: (runtime, _, args) => makeRange(runtime, args)
  }),
  define("dict", {
    parameters: ["*args"],
    keywords: "rest",
    run: (_, __, args, keywords) => new Dict(readPairs(args, keywords))
  }),
  define("cycler", {
    parameters: ["*items"],
    run: (_, __, items) => new Cycler(items)
  }),
  define("joiner", { parameters: ["sep"], run: (_, __, separator) => makeJoiner(textOr(separator, ", ")) }),
  define("lipsum", {
    parameters: ["n", "html", "min", "max"],
    run: (runtime, _, count, html, min, max) => {
      const isHtml = isTrue(html ?? true);
      const text = makeFiller(
        runtime.settings.random,
        integerOr(count, 5),
        isHtml,
        integerOr(min, 20),
        integerOr(max, 100)
      );
      return isHtml ? new Safe(text) : text;
    }
  }),
  define("raise_exception", {
    parameters: ["message"],
    required: 1,
    run: (_, __, message) => {
      throw new TemplateError(toText(message));
    }
  }),
  define("strftime_now", {
    parameters: ["format"],
    required: 1,
    run: (runtime, _, format) => formatDate(runtime, runtime.settings.now(), requireText(format, "strftime() argument 1"))
  })
]);
function readPairs(args, keywords) {
  if (args.length > 1) throw new TemplateRuntimeError(`dict expected at most 1 argument, got ${args.length}`);
  const [source = []] = args;
  if (source instanceof Undefined) source.fail();
  const pairs = isMapping(source) ? entriesOf(source) : itemsOf(source).map(readPair);
  return [...pairs, ...keywords];
}
function readPair(pair, index) {
  const items = itemsOf(pair);
  if (items.length !== 2)
    throw new TemplateRuntimeError(
      `dictionary update sequence element #${index} has length ${items.length}; 2 is required`
    );
  return [items[0], items[1]];
}
function makeRange(runtime, args) {
  if (args.length === 0) throw new TemplateRuntimeError("range expected at least 1 argument, got 0");
  if (args.length > 3) throw new TemplateRuntimeError(`range expected at most 3 arguments, got ${args.length}`);
  const [first = 0, second, step = 1] = args.map(requireInteger);
  if (step === 0) throw new TemplateRuntimeError("range() arg 3 must not be zero");
  const range = second === void 0 ? new Range(0, first, 1) : new Range(first, second, step);
  const { max_range } = runtime.settings.limits;
  if (range.length > max_range)
    throw new TemplateRuntimeError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${max_range}).`);
  return range;
}
class Cycler extends Special {
  #items;
  #position = 0;
  constructor(items) {
    super();
    if (items.length === 0) throw new TemplateRuntimeError("at least one item has to be provided");
    this.#items = items;
  }
  get typeName() {
    return "Cycler";
  }
  get qualifiedName() {
    return "jinja2.utils.Cycler";
  }
  attribute(name) {
    switch (name) {
      case "current":
        return this.#items[this.#position];
      case "next":
        return define("next", { parameters: [], run: () => this.#advance() })[1];
      case "reset":
        return define("reset", { parameters: [], run: () => this.#reset() })[1];
      default:
        return void 0;
    }
  }
  #advance() {
    const item = this.#items[this.#position];
    this.#position = (this.#position + 1) % this.#items.length;
    return item;
  }
  #reset() {
    this.#position = 0;
    return null;
  }
}
function makeJoiner(separator) {
  let isUsed = false;
  return define("joiner", {
    parameters: [],
    run: () => {
      const text = isUsed ? separator : "";
      isUsed = true;
      return text;
    }
  })[1];
}
export {
  GLOBALS,
  NAMESPACE
};
