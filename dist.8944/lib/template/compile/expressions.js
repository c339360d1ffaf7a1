import { locateError } from "../errors.js";
import { isTrue } from "../values/compare.js";
import { Dict } from "../values/dict.js";
import { Undefined } from "../values/undefined.js";
import { float, Tuple } from "../values/value.js";
import { compileCall, compileFilter, compileTest } from "./calls.js";
import { failAt } from "./compiler.js";
import { compileMember } from "./members.js";
import { compileName } from "./names.js";
import { compileBinary, compileChain, compileUnary } from "./operators.js";
function compileExpression(node, scope, compiler) {
  switch (node.type) {
    case "Identifier":
      return compileName(node, scope);
    case "StringLiteral":
    case "IntegerLiteral": {
      const { value } = node;
      return () => value;
    }
    case "FloatLiteral": {
      const value = float(node.value);
      return () => value;
    }
    case "ArrayLiteral": {
      const items = compileAll(node.value, scope, compiler);
      return (frame) => items.map((item) => item(frame));
    }
    case "TupleLiteral": {
      const items = compileAll(node.value, scope, compiler);
      return (frame) => new Tuple(items.map((item) => item(frame)));
    }
    case "ObjectLiteral":
      return compileDict(node, scope, compiler);
    case "MemberExpression":
      return compileMember(node, scope, compiler);
    case "CallExpression":
      return compileCall(node, scope, compiler);
    case "UnaryExpression":
      return compileUnary(node, scope, compiler);
    case "BinaryExpression":
      return compileBinary(node, scope, compiler);
    case "ComparisonChain":
      return compileChain(node, scope, compiler);
    case "FilterExpression":
      return compileFilter(node, scope, compiler);
    case "TestExpression":
      return compileTest(node, scope, compiler);
    case "Ternary":
      return compileTernary(node, scope.with({ isSoft: true }), compiler);
    case "SelectExpression":
      return failAt(compiler, "unexpected 'if'", node.test.offset);
  }
}
function compileAll(nodes, scope, compiler) {
  return nodes.map((node) => compiler.expression(node, scope));
}
function compileDict(node, scope, compiler) {
  const entries = Array.from(node.value, ([key, value]) => ({
    key: compiler.expression(key, scope),
    value: compiler.expression(value, scope)
  }));
  return (frame) => {
    const dict = new Dict();
    try {
      for (const { key, value } of entries) dict.set(key(frame), value(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
    return dict;
  };
}
function compileTernary(node, scope, compiler) {
  const condition = compiler.expression(node.condition, scope);
  const whenTrue = compiler.expression(node.trueExpr, scope);
  const { falseExpr } = node;
  if (falseExpr) {
    const whenFalse = compiler.expression(falseExpr, scope);
    return (frame) => isTrue(condition(frame)) ? whenTrue(frame) : whenFalse(frame);
  }
  const line = compiler.source.lineAt(node.offset);
  const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
  const mode = compiler.settings.isReference ? "chainable" : "default";
  return (frame) => isTrue(condition(frame)) ? whenTrue(frame) : new Undefined(mode, { message });
}
export {
  compileExpression
};
