import { callValue } from "../call.js";
import { locateError, TemplateRuntimeError } from "../errors.js";
import { Callable } from "../values/callable.js";
import { Dict } from "../values/dict.js";
import { Safe, Tuple } from "../values/value.js";
import { compileArguments } from "./calls.js";
import { failAt } from "./compiler.js";
import { DONE, Frame } from "./frame.js";
import { declareNames } from "./names.js";
class Macro extends Callable {
  #blueprint;
  constructor(blueprint, definedIn) {
    super(
      blueprint.name ?? "caller",
      (runtime, args, keywords) => callMacro(blueprint, definedIn, runtime, args, keywords)
    );
    this.#blueprint = blueprint;
  }
  get typeName() {
    return "Macro";
  }
  get qualifiedName() {
    return "jinja2.runtime.Macro";
  }
  toString() {
    const { name } = this.#blueprint;
    return name === null ? "<Macro anonymous>" : `<Macro '${name}'>`;
  }
  attribute(name) {
    const { parameters, special } = this.#blueprint;
    switch (name) {
      case "name":
        return this.#blueprint.name;
      case "arguments":
        return new Tuple(parameters.map((parameter) => parameter.name));
      case "catch_varargs":
        return special.varargs !== void 0;
      case "catch_kwargs":
        return special.kwargs !== void 0;
      case "caller":
        return special.caller !== void 0;
      default:
        return void 0;
    }
  }
}
function compileBlueprint(name, { parameters, body, offset }, outer, compiler) {
  const scope = outer.function({ isExtensible: false });
  const entries = parameters.map((parameter) => {
    const isNamed = parameter.type === "KeywordArgumentExpression";
    const key = isNamed ? parameter.key.value : parameter.value;
    return { name: key, slot: scope.declare(key, true), value: isNamed ? parameter.value : void 0 };
  });
  const declared = entries.map((entry) => entry.name);
  const specials = ["caller", "kwargs", "varargs"].filter((special2) => !declared.includes(special2));
  const slots = specials.map((special2) => [special2, scope.declare(special2, true)]);
  declareNames(body, scope);
  const compiled = {
    parameters: entries.map(({ value, ...entry }) => ({
      ...entry,
      fallback: value && compiler.expression(value, scope)
    })),
    body: compiler.body(body, scope)
  };
  if (entries.some((entry) => entry.name === "caller" && !entry.value) && scope.isUsed("caller"))
    return failAt(
      compiler,
      'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.',
      offset
    );
  const special = Object.fromEntries(slots.filter(([key]) => scope.isUsed(key)));
  return { name, ...compiled, special, size: () => scope.layout.size };
}
function callMacro(blueprint, definedIn, runtime, args, given) {
  const { name, parameters, special } = blueprint;
  const frame = new Frame(blueprint.size(), definedIn, definedIn.context, runtime);
  const { slots } = frame;
  const keywords = new Map(given);
  for (const [index, { name: parameter, slot }] of parameters.entries()) {
    if (index < args.length) slots[slot] = args[index];
    else if (keywords.has(parameter)) {
      slots[slot] = keywords.get(parameter);
      keywords.delete(parameter);
    }
  }
  if (special.caller !== void 0) {
    slots[special.caller] = keywords.get("caller") ?? runtime.missing("No caller defined");
    keywords.delete("caller");
  }
  if (special.kwargs !== void 0) slots[special.kwargs] = new Dict(keywords);
  else if (keywords.size > 0) refuseKeyword(name ?? "None", keywords);
  if (special.varargs !== void 0) slots[special.varargs] = new Tuple(args.slice(parameters.length));
  else if (args.length > parameters.length)
    throw new TemplateRuntimeError(`macro '${name ?? "None"}' takes not more than ${parameters.length} argument(s)`);
  for (const { name: parameter, slot, fallback } of parameters) {
    if (slots[slot] !== void 0) continue;
    const message = `parameter '${parameter}' was not provided`;
    slots[slot] = fallback ? fallback(frame) : runtime.missing(message);
  }
  runtime.enter(() => blueprint.body(frame));
  return runtime.autoescape ? new Safe(frame.out) : frame.out;
}
function refuseKeyword(macro, keywords) {
  if (keywords.has("caller"))
    throw new TemplateRuntimeError(
      `macro '${macro}' was invoked with two values for the special caller argument. This is most likely a bug.`
    );
  const [first] = keywords.keys();
  throw new TemplateRuntimeError(`macro '${macro}' takes no keyword argument '${first}'`);
}
function compileMacro(node, scope, compiler) {
  const slot = scope.set(node.name.value);
  const blueprint = compileBlueprint(
    node.name.value,
    { parameters: node.args, body: node.body, offset: node.offset },
    scope,
    compiler
  );
  return (frame) => {
    frame.slots[slot] = new Macro(blueprint, frame);
    return DONE;
  };
}
function compileCallBlock(node, scope, compiler) {
  const blueprint = compileBlueprint(
    null,
    { parameters: node.callerArgs ?? [], body: node.body, offset: node.offset },
    scope,
    compiler
  );
  const callee = compiler.expression(node.call.callee, scope);
  const { positional, keywords } = compileArguments(node.call.args, scope, compiler);
  const { print } = compiler.settings;
  return (frame) => {
    try {
      const given = new Map(keywords?.(frame));
      given.set("caller", new Macro(blueprint, frame));
      frame.out += print(callValue(frame.runtime, callee(frame), positional(frame), given));
    } catch (error) {
      throw locateError(error, compiler.source, node.call.offset);
    }
    return DONE;
  };
}
export {
  compileCallBlock,
  compileMacro
};
