import { TemplateRuntimeError } from "../errors.js";
import { Special } from "./value.js";
class Callable extends Special {
  name;
  invoke;
  constructor(name, invoke) {
    super();
    this.name = name;
    this.invoke = invoke;
  }
  get typeName() {
    return "function";
  }
}
function bindArguments(name, builtin, args, keywords) {
  const { parameters, required = 0, keywords: style = "named" } = builtin;
  const rest = parameters.at(-1)?.startsWith("*") ? parameters.length - 1 : -1;
  const bound = rest === -1 ? [...args] : [...args.slice(0, rest)];
  if (rest === -1 && args.length > parameters.length)
    throw new TemplateRuntimeError(
      `${name}() takes ${parameters.length} positional ${parameters.length === 1 ? "argument" : "arguments"} but ${args.length} were given`
    );
  const extra = /* @__PURE__ */ new Map();
  for (const [key, value] of keywords ?? []) {
    const index = style === "none" ? -1 : parameters.indexOf(key);
    if (index !== -1 && bound[index] === void 0) bound[index] = value;
    else if (style === "rest" && index === -1) extra.set(key, value);
    else if (style === "none") throw new TemplateRuntimeError(`${name}() takes no keyword arguments`);
    else if (index === -1) throw new TemplateRuntimeError(`${name}() got an unexpected keyword argument '${key}'`);
    else throw new TemplateRuntimeError(`${name}() got multiple values for argument '${key}'`);
  }
  for (let index = 0; index < required; index++)
    if (bound[index] === void 0)
      throw new TemplateRuntimeError(`${name}() missing 1 required positional argument: '${parameters[index]}'`);
  if (rest !== -1) bound[rest] = args.slice(rest);
  if (style === "rest") bound[parameters.length] = extra;
  return bound;
}
export {
  Callable,
  bindArguments
};
