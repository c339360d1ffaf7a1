import { callMethod, methodsOf } from "../access.js";
import { TESTS } from "../builtins/tests.js";
import { callValue } from "../call.js";
import { locateError, TemplateRuntimeError, TemplateSyntaxError } from "../errors.js";
import { wantsContext } from "../host-context.js";
import { rewordFilter } from "../reference-errors.js";
import { argumentsOf, nameOf } from "../syntax/ast.js";
import { bindArguments } from "../values/callable.js";
import { isTrue } from "../values/compare.js";
import { entriesOf, isMapping } from "../values/dict.js";
import { itemsOf } from "../values/iterate.js";
import { chargeCharacters } from "../values/meter.js";
import { toText } from "../values/text.js";
import { plainTypeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isText, textOf } from "../values/value.js";
import { compilePlace } from "./place.js";
function compileArguments(args, scope, compiler) {
  const plain = [];
  const named = [];
  let spread;
  let keywordSpread;
  for (const argument of args) {
    if (argument.type === "KeywordArgumentExpression")
      named.push({ name: argument.key.value, value: compiler.expression(argument.value, scope) });
    else if (argument.type === "SpreadExpression") spread = compiler.expression(argument.argument, scope);
    else if (argument.type === "KeywordSpreadExpression") keywordSpread = compiler.expression(argument.argument, scope);
    else plain.push(compiler.expression(argument, scope));
  }
  return {
    positional: compilePositional(plain, spread),
    keywords: named.length > 0 || keywordSpread ? (frame) => collect(frame, named, keywordSpread) : void 0
  };
}
function compilePositional(plain, spread) {
  if (spread) return (frame) => [...plain.map((argument) => argument(frame)), ...itemsOf(spread(frame))];
  const [first, second] = plain;
  if (!first) return () => [];
  if (!second) return (frame) => [first(frame)];
  if (plain.length === 2) return (frame) => [first(frame), second(frame)];
  return (frame) => plain.map((argument) => argument(frame));
}
function collect(frame, named, spread) {
  const keywords = /* @__PURE__ */ new Map();
  for (const { name, value } of named) keywords.set(name, value(frame));
  if (!spread) return keywords;
  const mapping = spread(frame);
  if (mapping instanceof Undefined) return mapping.fail();
  if (!isMapping(mapping))
    throw new TemplateRuntimeError(`argument after ** must be a mapping, not ${plainTypeName(mapping)}`);
  for (const [key, value] of entriesOf(mapping)) {
    if (keywords.has(toText(key)))
      throw new TemplateRuntimeError(`got multiple values for keyword argument '${toText(key)}'`);
    keywords.set(toText(key), value);
  }
  return keywords;
}
function compileCall(node, scope, compiler) {
  const { positional, keywords } = compileArguments(node.args, scope, compiler);
  const { callee } = node;
  if (callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier")
    return compileMethodCall(
      node,
      compiler.expression(callee.object, scope),
      callee.property.value,
      { positional, keywords },
      scope,
      compiler
    );
  const evaluate = compiler.expression(callee, scope);
  const call = compileCalling(scope, compiler);
  return (frame) => {
    try {
      return call(frame, evaluate(frame), positional(frame), keywords?.(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileCalling(scope, compiler) {
  let place;
  return (frame, callee, args, keywords) => {
    if (typeof callee === "function" && wantsContext(callee)) {
      place ??= compilePlace(scope, compiler);
      frame.runtime.place = place(frame);
    }
    return callValue(frame.runtime, callee, args, keywords);
  };
}
function compileMethodCall(node, object, name, { positional, keywords }, scope, compiler) {
  const { getAttribute } = compiler.settings;
  const call = compileCalling(scope, compiler);
  return (frame) => {
    const { runtime } = frame;
    try {
      const target = object(frame);
      const method = methodsOf(target)?.get(name);
      if (!method || method.isProperty)
        return call(frame, getAttribute(runtime, target, name), positional(frame), keywords?.(frame));
      return callMethod(runtime, target, name, method, positional(frame), keywords?.(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileFilter(node, scope, compiler) {
  const operand = compiler.expression(node.operand, scope);
  const apply = compileApplied(node.filter, "filter", scope, compiler);
  return (frame) => apply(frame, operand(frame));
}
function compileTest(node, scope, compiler) {
  const operand = compiler.expression(node.operand, scope);
  const name = nameOf(node.test);
  const negates = node.negate;
  if ((name === "defined" || name === "undefined") && argumentsOf(node.test).length === 0 && compiler.settings.tests.get(name) === TESTS.get(name)) {
    const wanted = name === "undefined" !== negates;
    return (frame) => operand(frame) instanceof Undefined === wanted;
  }
  const apply = compileApplied(node.test, "test", scope, compiler);
  return (frame) => isTrue(apply(frame, operand(frame))) !== negates;
}
function compileApplied(node, kind, scope, compiler) {
  const name = nameOf(node);
  const { isReference } = compiler.settings;
  const explain = (error, operand) => isReference && kind === "filter" ? rewordFilter(error, name, node.type === "CallExpression", operand) : error;
  const builtin = compiler.settings[`${kind}s`].get(name);
  if (!builtin) {
    if (!scope.flags.isSoft)
      compiler.noteUnknown(new TemplateSyntaxError(`No ${kind} named '${name}'.`, compiler.source, node.offset));
    return (_, operand) => {
      const error = new TemplateRuntimeError(
        isReference && kind === "test" ? `Unknown test: ${name}` : `No ${kind} named '${name}' found.`
      );
      throw locateError(explain(error, operand), compiler.source, node.offset);
    };
  }
  const run = compileBuiltin(kind === "test" ? `test_${name}` : name, builtin, argumentsOf(node), scope, compiler);
  return (frame, operand) => {
    try {
      if (isText(operand)) chargeCharacters(textOf(operand).length);
      return run(frame, operand);
    } catch (error) {
      throw locateError(explain(error, operand), compiler.source, node.offset);
    }
  };
}
function compileBuiltin(name, builtin, args, scope, compiler) {
  const { positional, keywords } = compileArguments(args, scope, compiler);
  const { parameters, required = 0 } = builtin;
  const isPlain = !args.some((argument) => argument.type.startsWith("Keyword") || argument.type === "SpreadExpression") && args.length <= parameters.length && args.length >= required && builtin.keywords !== "rest" && !parameters.at(-1)?.startsWith("*");
  if (isPlain && args.length === 0) return (frame, operand) => builtin.run(frame.runtime, operand);
  if (isPlain) return (frame, operand) => builtin.run(frame.runtime, operand, ...positional(frame));
  const place = compiler.settings.hasContextual ? compilePlace(scope, compiler) : void 0;
  return (frame, operand) => {
    const bound = bindArguments(name, builtin, positional(frame), keywords?.(frame));
    if (place) frame.runtime.place = place(frame);
    return builtin.run(frame.runtime, operand, ...bound);
  };
}
export {
  compileApplied,
  compileArguments,
  compileCall,
  compileFilter,
  compileTest
};
