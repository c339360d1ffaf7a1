import { locateError, TemplateRuntimeError } from "../errors.js";
import { isTrue } from "../values/compare.js";
import { typeName } from "../values/type-name.js";
import { isText, Safe } from "../values/value.js";
import { compileApplied } from "./calls.js";
import { failAt } from "./compiler.js";
import { compileBlock, compileExtends, compileFrom, compileImport, compileInclude } from "./composition.js";
import { BREAK, CONTINUE, DONE } from "./frame.js";
import { compileFor } from "./loops.js";
import { compileCallBlock, compileMacro } from "./macros.js";
import { compileTarget, declareNames, namesOf } from "./names.js";
import { compileOutput } from "./output.js";
function compileStatement(node, scope, compiler) {
  switch (node.type) {
    case "Comment":
      return void 0;
    case "If":
      return compileIf(node, scope.with({ isSoft: true }), compiler);
    case "For":
      return compileFor(node, scope, compiler);
    case "Break":
    case "Continue": {
      if (!scope.flags.isInLoop)
        return failAt(compiler, `'${node.type.toLowerCase()}' not properly in loop`, node.offset);
      const signal = node.type === "Break" ? BREAK : CONTINUE;
      return () => signal;
    }
    case "Set":
      return compileSet(node, scope, compiler);
    case "Macro":
      return compileMacro(node, scope, compiler);
    case "CallStatement":
      return compileCallBlock(node, scope, compiler);
    case "FilterStatement":
      return compileFilterBlock(node, scope, compiler);
    case "Generation":
      return compileGeneration(node, scope, compiler);
    case "With":
      return compileWith(node, scope, compiler);
    case "Autoescape":
      return compileAutoescape(node, scope, compiler);
    case "Block":
      return compileBlock(node, scope, compiler);
    case "Extends":
      return compileExtends(node, scope, compiler);
    case "Include":
      return compileInclude(node, scope, compiler);
    case "Import":
      return compileImport(node, scope, compiler);
    case "FromImport":
      return compileFrom(node, scope, compiler);
    case "Do": {
      const expression = compiler.expression(node.expression, scope);
      return (frame) => {
        expression(frame);
        return DONE;
      };
    }
    default:
      return compileOutput(node, scope, compiler);
  }
}
function compileIf(node, scope, compiler) {
  const branches = [];
  let alternate = [node];
  for (let [branch] = alternate; alternate.length === 1 && branch?.type === "If"; [branch] = alternate) {
    branches.push({ test: compiler.expression(branch.test, scope), body: compiler.body(branch.body, scope) });
    alternate = branch.alternate;
  }
  const otherwise = compiler.body(alternate, scope);
  const [first] = branches;
  if (first && branches.length === 1) {
    const { test, body } = first;
    return (frame) => isTrue(test(frame)) ? body(frame) : otherwise(frame);
  }
  return (frame) => {
    for (const { test, body } of branches) if (isTrue(test(frame))) return body(frame);
    return otherwise(frame);
  };
}
function compileSet(node, scope, compiler) {
  const { offset } = node;
  if (node.value) {
    const value = compiler.expression(node.value, scope);
    const assign2 = compileTarget(node.assignee, scope, compiler);
    return (frame) => {
      try {
        assign2(frame, value(frame));
      } catch (error) {
        throw locateError(error, compiler.source, offset);
      }
      return DONE;
    };
  }
  const assign = compileTarget(node.assignee, scope, compiler);
  const filters = node.filters.map((filter) => compileApplied(filter, "filter", scope, compiler));
  const capture = compileCapture(node.body, filters, scope, compiler);
  return (frame) => {
    const result = capture(frame);
    if (typeof result === "number") return result;
    try {
      assign(frame, result.value);
    } catch (error) {
      throw locateError(error, compiler.source, offset);
    }
    return DONE;
  };
}
function compileCapture(nodes, filters, scope, compiler) {
  const body = compileInner(nodes, scope.with({ isExtensible: false }), compiler);
  return (frame) => {
    const outer = frame.out;
    const wasCaptured = frame.isCaptured;
    frame.isCaptured = true;
    frame.out = "";
    let signal;
    let text = "";
    try {
      signal = body(frame);
    } finally {
      text = frame.out;
      frame.out = outer;
      frame.isCaptured = wasCaptured;
    }
    if (signal !== DONE) return signal;
    const captured = frame.runtime.autoescape ? new Safe(text) : text;
    return { value: filters.reduce((value, filter) => filter(frame, value), captured) };
  };
}
function compileFilterBlock(node, scope, compiler) {
  const filters = [node.filter, ...node.more].map((filter) => compileApplied(filter, "filter", scope, compiler));
  const capture = compileCapture(node.body, filters, scope, compiler);
  const { print, isReference } = compiler.settings;
  const { offset } = node;
  return (frame) => {
    const result = capture(frame);
    if (typeof result === "number") return result;
    if (!isText(result.value) && !isReference)
      throw locateError(
        new TemplateRuntimeError(`sequence item 0: expected str instance, ${typeName(result.value)} found`),
        compiler.source,
        offset
      );
    frame.out += print(result.value);
    return DONE;
  };
}
function compileInner(nodes, outer, compiler, bound) {
  const scope = bound ?? outer.inner();
  const before = scope.layout.size;
  declareNames(nodes, scope);
  const count = scope.layout.size - before;
  const body = compiler.body(nodes, scope);
  if (count === 0) return body;
  return (frame) => {
    frame.slots.fill(void 0, before, before + count);
    return body(frame);
  };
}
function compileGeneration(node, scope, compiler) {
  const body = compileInner(node.body, scope, compiler);
  return (frame) => {
    const { marks, top } = frame.runtime;
    if (!marks) return body(frame);
    if (marks.blocks) {
      const [before, start] = [frame.out.length, top[0]?.out.length ?? 0];
      const signal2 = body(frame);
      marks.blocks.push({ start, text: frame.out.slice(before) });
      return signal2;
    }
    if (top.at(-1) !== frame || frame.isCaptured) marks.areExposed = true;
    frame.out += marks.open;
    const signal = body(frame);
    frame.out += marks.close;
    return signal;
  };
}
function compileWith(node, outer, compiler) {
  const values = node.bindings.map(({ value }) => compiler.expression(value, outer));
  const scope = outer.inner();
  for (const { target } of node.bindings) for (const name of namesOf(target)) scope.declare(name, true);
  const targets = node.bindings.map(({ target }) => compileTarget(target, scope, compiler));
  const body = compileInner(node.body, outer, compiler, scope);
  return (frame) => {
    const results = values.map((value) => value(frame));
    for (const [index, assign] of targets.entries()) assign(frame, results[index]);
    return body(frame);
  };
}
function compileAutoescape(node, scope, compiler) {
  const enabled = compiler.expression(node.enabled, scope);
  const { enabled: setting } = node;
  const isConstant = setting.type === "Identifier" && /^(?:true|false)$/i.test(setting.value);
  const escapes = isConstant ? setting.value.toLowerCase() === "true" : "runtime";
  const body = compileInner(node.body, scope, compiler, scope.inner({ escapes }));
  return (frame) => {
    const { runtime } = frame;
    const outer = runtime.autoescape;
    runtime.autoescape = isTrue(enabled(frame));
    const signal = body(frame);
    runtime.autoescape = outer;
    return signal;
  };
}
export {
  compileStatement
};
