import { TemplateRuntimeError } from "../errors.js";
import { bindArguments } from "../values/callable.js";
import { isTrue } from "../values/compare.js";
import { itemsOf } from "../values/iterate.js";
import { charge, chargeCharacters } from "../values/meter.js";
import { toText } from "../values/text.js";
import { isText, Stream, textOf } from "../values/value.js";
import { getterOf } from "./attribute-path.js";
const SELECT_FILTERS = {
  map: {
    parameters: ["*args"],
    keywords: "rest",
    run: (runtime, value, args, keywords) => lazily(value, (items) => mapItems(runtime, items, args, keywords))
  },
  select: selecting(false, true),
  reject: selecting(false, false),
  selectattr: selecting(true, true),
  rejectattr: selecting(true, false)
};
function lazily(value, work) {
  const isEmpty = !isTrue(value);
  return new Stream({
    [Symbol.iterator]: () => (isEmpty ? [] : work(itemsOf(value)))[Symbol.iterator]()
  });
}
function* mapItems(runtime, items, args, keywords) {
  const apply = args.length === 0 && keywords.has("attribute") ? readAttribute(runtime, keywords) : applyFilter(runtime, args, keywords);
  for (const item of items) yield apply(item);
}
function readAttribute(runtime, keywords) {
  const unknown = [...keywords.keys()].find((name) => name !== "attribute" && name !== "default");
  if (unknown !== void 0) throw new TemplateRuntimeError(`Unexpected keyword argument '${unknown}'`);
  return getterOf(runtime, keywords.get("attribute"), keywords.get("default"));
}
function applyFilter(runtime, [name, ...args], keywords) {
  if (name === void 0) throw new TemplateRuntimeError("map requires a filter argument");
  const filter = runtime.settings.filters.get(toText(name));
  if (!filter) throw new TemplateRuntimeError(`No filter named '${toText(name)}'.`);
  const bound = bindArguments(toText(name), filter, args, keywords);
  return (item) => {
    charge(1);
    if (isText(item)) chargeCharacters(textOf(item).length);
    return filter.run(runtime, item, ...bound);
  };
}
function selecting(byAttribute, keep) {
  return {
    parameters: ["*args"],
    keywords: "rest",
    run: (runtime, value, args, keywords) => lazily(value, (items) => selectItems(runtime, items, args, keywords, byAttribute, keep))
  };
}
function* selectItems(runtime, items, args, keywords, byAttribute, keep) {
  if (byAttribute && args.length === 0) throw new TemplateRuntimeError("Missing parameter for attribute name");
  const get = byAttribute ? getterOf(runtime, args[0]) : (item) => item;
  const accepts = testOf(runtime, byAttribute ? args.slice(1) : args, keywords);
  for (const item of items) {
    charge(1);
    if (accepts(get(item)) === keep) yield item;
  }
}
function testOf(runtime, [name, ...args], keywords) {
  if (name === void 0) return isTrue;
  const test = runtime.settings.tests.get(toText(name));
  if (!test)
    throw new TemplateRuntimeError(
      runtime.settings.isReference ? `Unknown test: ${toText(name)}` : `No test named '${toText(name)}'.`
    );
  const bound = bindArguments(`test_${toText(name)}`, test, args, keywords);
  return (value) => isTrue(test.run(runtime, value, ...bound));
}
export {
  SELECT_FILTERS
};
