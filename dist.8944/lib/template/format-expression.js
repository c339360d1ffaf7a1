import {
  argumentsOf,
  nameOf
} from "./syntax/ast.js";
import { formatFloat } from "./values/numbers.js";
const LEVEL = {
  ternary: 1,
  or: 2,
  and: 3,
  not: 4,
  comparison: 5,
  sum: 6,
  concatenation: 7,
  product: 8,
  power: 9,
  sign: 10,
  filter: 11,
  member: 12,
  primary: 13
};
const OPERATOR_LEVELS = /* @__PURE__ */ new Map([
  ["or", LEVEL.or],
  ["and", LEVEL.and],
  ["+", LEVEL.sum],
  ["-", LEVEL.sum],
  ["~", LEVEL.concatenation],
  ["*", LEVEL.product],
  ["/", LEVEL.product],
  ["//", LEVEL.product],
  ["%", LEVEL.product],
  ["**", LEVEL.power]
]);
function levelOfOperator(operator) {
  return OPERATOR_LEVELS.get(operator.value) ?? LEVEL.comparison;
}
function levelOf(node) {
  switch (node.type) {
    case "Ternary":
    case "SelectExpression":
      return LEVEL.ternary;
    case "BinaryExpression":
      return levelOfOperator(node.operator);
    case "ComparisonChain":
      return LEVEL.comparison;
    case "UnaryExpression":
      return node.operator.value === "not" ? LEVEL.not : LEVEL.sign;
    case "IntegerLiteral":
    case "FloatLiteral":
      return node.value < 0 || Object.is(node.value, -0) ? LEVEL.sign : LEVEL.primary;
    case "FilterExpression":
    case "TestExpression":
      return LEVEL.filter;
    case "MemberExpression":
    case "CallExpression":
      return LEVEL.member;
    default:
      return LEVEL.primary;
  }
}
function formatAt(node, level) {
  const text = formatExpression(node);
  return levelOf(node) < level ? `(${text})` : text;
}
function formatExpression(node) {
  switch (node.type) {
    case "Identifier":
      return node.value;
    case "StringLiteral":
      return JSON.stringify(node.value);
    case "IntegerLiteral":
      return String(node.value);
    case "FloatLiteral":
      return formatFloat(node.value).replace(/^(-?)inf$/, "$11e999");
    case "ArrayLiteral":
      return `[${node.value.map(formatExpression).join(", ")}]`;
    case "TupleLiteral":
      return `(${node.value.map(formatExpression).join(", ")}${node.value.length === 1 ? "," : ""})`;
    case "ObjectLiteral":
      return `{${Array.from(node.value, ([key, value]) => `${formatExpression(key)}: ${formatExpression(value)}`).join(", ")}}`;
    case "MemberExpression":
      return formatMember(node);
    case "CallExpression":
      return formatAt(node.callee, LEVEL.member) + formatArguments(node.args);
    case "UnaryExpression":
      return formatUnary(node.operator.value, node.argument);
    case "BinaryExpression": {
      const level = levelOfOperator(node.operator);
      const leftLevel = level === LEVEL.comparison ? level + 1 : level;
      const left = formatBefore(node.operator, formatAt(node.left, leftLevel));
      return `${left} ${node.operator.value} ${formatAt(node.right, level + 1)}`;
    }
    case "ComparisonChain": {
      const parts = [{ operand: node.left }, ...node.rest].map(
        ({ operand }, index) => formatBefore(node.rest[index]?.operator, formatAt(operand, LEVEL.sum))
      );
      return parts.reduce((text, part, index) => `${text} ${node.rest[index - 1]?.operator.value} ${part}`);
    }
    case "FilterExpression":
      return `${formatOperand(node.operand)} | ${formatApplied(node.filter)}`;
    case "TestExpression":
      return `${formatOperand(node.operand)} is ${node.negate ? "not " : ""}${formatApplied(node.test)}`;
    case "SelectExpression":
      return formatSource(node, false);
    case "Ternary": {
      const start = `${closeTest(formatAt(node.trueExpr, LEVEL.or))} if ${formatAt(node.condition, LEVEL.or)}`;
      return node.falseExpr ? `${start} else ${formatExpression(node.falseExpr)}` : start;
    }
  }
}
function formatBefore(operator, operand) {
  return operator && /in$/.test(operator.value) ? closeTest(operand) : operand;
}
function closeTest(text) {
  return / is (?:not )?[^\s()"]+$/.test(text) ? `(${text})` : text;
}
function formatIterable(node) {
  return formatAt(node, LEVEL.or);
}
function formatSource(node, isRecursive) {
  const last = node.type === "SelectExpression" ? formatExpression(node.test) : formatIterable(node);
  const closed = isRecursive ? closeTest(last) : last;
  return node.type === "SelectExpression" ? `${closeTest(formatIterable(node.lhs))} if ${closed}` : closed;
}
function formatOperand(node) {
  return node.type === "TestExpression" ? `(${formatExpression(node)})` : formatAt(node, LEVEL.sign);
}
function formatUnary(operator, argument) {
  const level = levelOf(argument);
  const isBare = level >= LEVEL.member || argument.type === "UnaryExpression" || level === LEVEL.sign;
  const needsNot = operator !== "not" && level === LEVEL.not;
  const isZero = operator === "-" && argument.type === "IntegerLiteral" && Number(argument.value) === 0;
  const text = formatExpression(argument);
  if (operator === "+" && /^[\d.e+-]+$/.test(text)) return text;
  return `${operator === "not" ? "not " : operator}${isBare && !needsNot && !isZero ? text : `(${text})`}`;
}
function formatMember({ object, property, computed }) {
  const text = formatAt(object, LEVEL.member);
  if (property.type === "SliceExpression") return `${text}[${formatSlice(property)}]`;
  if (computed) return `${text}[${formatExpression(property)}]`;
  const isNumber = object.type === "IntegerLiteral" && levelOf(object) === LEVEL.primary;
  return `${isNumber ? `(${text})` : text}.${formatExpression(property)}`;
}
function formatSlice({ start, stop, step }) {
  const part = (node) => node ? formatExpression(node) : "";
  return `${part(start)}:${part(stop)}${step ? `:${part(step)}` : ""}`;
}
function formatArguments(args) {
  return `(${args.map(formatArgument).join(", ")})`;
}
function formatArgument(node) {
  switch (node.type) {
    case "KeywordArgumentExpression":
      return `${node.key.value}=${formatExpression(node.value)}`;
    case "SpreadExpression":
      return `*${formatExpression(node.argument)}`;
    case "KeywordSpreadExpression":
      return `**${formatExpression(node.argument)}`;
    default:
      return formatExpression(node);
  }
}
function formatApplied(node) {
  return nameOf(node) + (node.type === "Identifier" ? "" : formatArguments(argumentsOf(node)));
}
export {
  closeTest,
  formatApplied,
  formatArguments,
  formatExpression,
  formatIterable,
  formatSource
};
