import { formatPercent } from "../builtins/printf.js";
import { locateError } from "../errors.js";
import { concatenateLikeReference } from "../reference.js";
import { rewordOperator } from "../reference-errors.js";
import { applySign, calculate } from "../values/arithmetic.js";
import { isEqual, isTrue } from "../values/compare.js";
import { escapeHtml } from "../values/escape.js";
import { contains } from "../values/iterate.js";
import { isOrdered } from "../values/order.js";
import { isText, Safe } from "../values/value.js";
import { isConstant } from "./constant.js";
function compileUnary(node, scope, compiler) {
  const operand = compiler.expression(node.argument, scope);
  const sign = node.operator.value;
  if (sign === "not") return (frame) => !isTrue(operand(frame));
  return (frame) => {
    try {
      return applySign(sign, operand(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileBinary(node, scope, compiler) {
  const left = compiler.expression(node.left, scope);
  const right = compiler.expression(node.right, scope);
  switch (node.operator.value) {
    case "and":
      return (frame) => {
        const value = left(frame);
        return isTrue(value) ? right(frame) : value;
      };
    case "or":
      return (frame) => {
        const value = left(frame);
        return isTrue(value) ? value : right(frame);
      };
    case "==":
      return compileEquality(node.right, left, right);
    case "!=": {
      const equals = compileEquality(node.right, left, right);
      return (frame) => !equals(frame);
    }
    case "~":
      if (isConstant(node)) {
        const { print } = compiler.settings;
        return (frame) => print(left(frame)) + print(right(frame));
      }
      break;
    case "+":
      return compileSum(node, left, right, compiler);
  }
  const operate = operation(node.operator.value, compiler);
  return (frame) => {
    try {
      return operate(frame, left(frame), right(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileEquality(other, left, right) {
  if (other.type !== "StringLiteral") return (frame) => isEqual(left(frame), right(frame));
  const { value: literal } = other;
  return (frame) => {
    const value = left(frame);
    return value === literal || typeof value !== "string" && isEqual(value, literal);
  };
}
function compileSum(node, left, right, compiler) {
  const { max_string } = compiler.settings.limits;
  const operate = operation("+", compiler);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (typeof a === "string" && typeof b === "string") {
      const text = a + b;
      if (text.length > max_string) frame.runtime.checkLength(text.length);
      return text;
    }
    try {
      return operate(frame, a, b);
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
  };
}
function compileChain(node, scope, compiler) {
  const first = compiler.expression(node.left, scope);
  const rest = node.rest.map(({ operator, operand }) => ({
    operate: operation(operator.value, compiler),
    operand: compiler.expression(operand, scope)
  }));
  return (frame) => {
    let left = first(frame);
    let result = true;
    for (const { operate, operand } of rest) {
      const right = operand(frame);
      result = operate(frame, left, right);
      if (!isTrue(result)) return result;
      left = right;
    }
    return result;
  };
}
function operation(operator, compiler) {
  const operate = chooseOperation(operator, compiler);
  if (!compiler.settings.isReference) return operate;
  return (frame, left, right) => {
    try {
      return operate(frame, left, right);
    } catch (error) {
      throw rewordOperator(error, operator, left, right);
    }
  };
}
function chooseOperation(operator, compiler) {
  const { limits, isReference } = compiler.settings;
  switch (operator) {
    case "==":
      return (_, left, right) => isEqual(left, right);
    case "!=":
      return (_, left, right) => !isEqual(left, right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return (_, left, right) => isOrdered(left, operator, right);
    case "in":
      return (_, left, right) => contains(right, left);
    case "not in":
      return (_, left, right) => !contains(right, left);
    case "~":
      return concatenate;
    case "%":
      return ({ runtime }, left, right) => isText(left) ? formatPercent(runtime, left, right) : calculate("%", left, right, limits.max_string);
    case "+":
      if (!isReference) break;
      return (_, left, right) => concatenateLikeReference(left, right) ?? calculate("+", left, right, limits.max_string);
  }
  return (_, left, right) => calculate(operator, left, right, limits.max_string);
}
function concatenate({ runtime }, left, right) {
  if (runtime.autoescape && (left instanceof Safe || right instanceof Safe))
    return new Safe(escapeHtml(left).text + escapeHtml(right).text);
  const { print } = runtime.settings;
  const text = print(left) + print(right);
  runtime.checkLength(text.length);
  return text;
}
export {
  compileBinary,
  compileChain,
  compileUnary
};
