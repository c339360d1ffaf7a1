import { locateError, TemplateNotFound, TemplateRuntimeError } from "../errors.js";
import { Callable } from "../values/callable.js";
import { Dict } from "../values/dict.js";
import { toText } from "../values/text.js";
import { Undefined } from "../values/undefined.js";
import { isText, orElse, Tuple } from "../values/value.js";
import { failAt } from "./compiler.js";
import { DONE, Frame, renderBlock, runUnit } from "./frame.js";
import { Module } from "./module.js";
import { compileVariable, declareNames } from "./names.js";
function compileBlock(node, scope, compiler) {
  const { name } = node;
  if (compiler.blocks.has(name)) return failAt(compiler, `block '${name}' defined twice`, node.offset);
  const inner = detachedScope(scope);
  const superSlot = inner.declare("super", true);
  declareNames(node.body, inner);
  compiler.blocks.set(name, () => "");
  const body = compiler.body(node.body, inner);
  compiler.blocks.set(name, (context, runtime, level) => {
    const frame = new Frame(inner.layout.size, void 0, context, runtime);
    if (inner.isUsed("super")) frame.slots[superSlot] = makeSuper(name, context, runtime, level + 1);
    body(frame);
    return frame.out;
  });
  const locals = node.scoped ? visibleValues(scope) : void 0;
  if (node.scoped) scope.resolve("loop");
  const { isExtensible } = scope.flags;
  return (frame) => {
    if (isExtensible && frame.extended) return DONE;
    try {
      const chain = frame.context.blocks.get(name) ?? [];
      if (node.required && chain.length <= 1) throw new TemplateRuntimeError(`Required block '${name}' not found`);
      const context = locals ? frame.context.extend(locals(frame), true) : frame.context;
      const text = renderBlock(name, context, frame.runtime);
      frame.out += text === void 0 ? "" : toText(text);
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
    return DONE;
  };
}
function detachedScope(scope) {
  return scope.detached({ isExtensible: false, isInLoop: false, isSoft: false });
}
class SuperBlock extends Callable {
  #next;
  constructor(name, context, runtime, level) {
    super("super", (current) => renderBlock(name, context, current, level));
    this.#next = () => makeSuper(name, context, runtime, level + 1);
  }
  attribute(name) {
    return name === "super" ? this.#next() : void 0;
  }
}
function makeSuper(name, context, runtime, level) {
  if (!context.blocks.get(name)?.[level])
    return new Undefined(runtime.settings.undefinedMode, { message: `there is no parent block called '${name}'.` });
  return new SuperBlock(name, context, runtime, level);
}
function visibleValues(scope) {
  let readers;
  return (frame) => {
    readers ??= Array.from(scope.visibleNames(), (name) => ({
      name,
      read: compileVariable(name, scope)
    }));
    const values = new Dict();
    for (const { name, read } of readers) {
      const value = read(frame);
      if (!(value instanceof Undefined)) values.set(name, value);
    }
    return values;
  };
}
function findUnit(compiler, wanted) {
  const { load } = compiler;
  if (!load) throw new TemplateRuntimeError("no loader for this environment specified");
  if (wanted instanceof Undefined) return wanted.fail();
  const isList = Array.isArray(wanted) || wanted instanceof Tuple;
  const names = (Array.isArray(wanted) ? wanted : wanted instanceof Tuple ? wanted.items : [wanted]).map(toText);
  for (const name of names) {
    const unit = load(name);
    if (unit) return unit;
  }
  throw new TemplateNotFound(isList ? `none of the templates given were found: ${names.join(", ")}` : names[0] ?? "");
}
function compileExtends(node, scope, compiler) {
  if (!scope.isOutermost || !scope.flags.isExtensible)
    return failAt(compiler, "cannot use extend from a non top-level scope", node.offset);
  const template = compiler.expression(node.template, scope);
  return (frame) => {
    try {
      if (frame.extended) throw new TemplateRuntimeError("extended multiple times");
      frame.extended = { unit: findUnit(compiler, template(frame)), before: frame.out };
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
    return DONE;
  };
}
function compileInclude(node, scope, compiler) {
  const template = compiler.expression(node.template, scope);
  const locals = node.withContext === false ? void 0 : visibleValues(scope);
  const { isExtensible } = scope.flags;
  return (frame) => {
    if (isExtensible && frame.extended) return DONE;
    try {
      const unit = findUnitUnlessIgnored(node, compiler, template(frame));
      if (!unit) return DONE;
      const context = locals ? frame.context.extend(locals(frame), false) : frame.context.bare();
      frame.out += frame.runtime.enter(() => runUnit(unit, context, frame.runtime)).out;
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
    return DONE;
  };
}
function findUnitUnlessIgnored(node, compiler, wanted) {
  try {
    return findUnit(compiler, wanted);
  } catch (error) {
    if (node.ignoreMissing && error instanceof TemplateNotFound) return void 0;
    throw error;
  }
}
function compileModule(node, scope, compiler) {
  const template = compiler.expression(node.template, scope);
  const locals = node.withContext ? visibleValues(scope) : void 0;
  return (frame) => {
    try {
      const wanted = template(frame);
      const unit = findUnit(compiler, wanted);
      const context = locals ? frame.context.extend(locals(frame), false) : frame.context.bare();
      return [
        new Module(
          unit,
          frame.runtime.enter(() => runUnit(unit, context, frame.runtime))
        ),
        wanted
      ];
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileImport(node, scope, compiler) {
  const load = compileModule(node, scope, compiler);
  const slot = scope.set(node.name.value);
  return (frame) => {
    [frame.slots[slot]] = load(frame);
    return DONE;
  };
}
function compileFrom(node, scope, compiler) {
  const load = compileModule(node, scope, compiler);
  const line = compiler.source.lineAt(node.offset);
  const names = node.names.map(({ name, alias }) => ({
    name: name.value,
    slot: scope.set((alias ?? name).value)
  }));
  return (frame) => {
    const [module, wanted] = load(frame);
    for (const { name, slot } of names) {
      const template = isText(wanted) ? toText(wanted) : "None";
      const message = `the template '${template}' (imported on line ${line}) does not export the requested name '${name}'`;
      frame.slots[slot] = orElse(module.attribute(name), () => frame.runtime.missing(message));
    }
    return DONE;
  };
}
export {
  compileBlock,
  compileExtends,
  compileFrom,
  compileImport,
  compileInclude
};
