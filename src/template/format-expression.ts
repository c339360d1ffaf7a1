import {
	type Applied,
	type Argument,
	argumentsOf,
	type Expression,
	type MemberExpression,
	nameOf,
	type SliceExpression,
} from "./syntax/ast.ts";
import type { Token } from "./syntax/tokens.ts";
import { formatFloat } from "./values/numbers.ts";

/** How tightly expressions bind, loosest first. */
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
	primary: 13,
} as const;

const OPERATOR_LEVELS: ReadonlyMap<string, number> = new Map([
	["or", LEVEL.or],
	["and", LEVEL.and],
	["+", LEVEL.sum],
	["-", LEVEL.sum],
	["~", LEVEL.concatenation],
	["*", LEVEL.product],
	["/", LEVEL.product],
	["//", LEVEL.product],
	["%", LEVEL.product],
	["**", LEVEL.power],
]);

function levelOfOperator(operator: Token): number {
	return OPERATOR_LEVELS.get(operator.value) ?? LEVEL.comparison;
}

function levelOf(node: Expression): number {
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

/** Formats an expression, in parentheses if it binds more loosely than its position allows. */
function formatAt(node: Expression, level: number): string {
	const text = formatExpression(node);
	return levelOf(node) < level ? `(${text})` : text;
}

/** Template source of an expression in the uniform layout. */
export function formatExpression(node: Expression): string {
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
			const parts = [{ operand: node.left }, ...node.rest].map(({ operand }, index) =>
				formatBefore(node.rest[index]?.operator, formatAt(operand, LEVEL.sum)),
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

/** Formats the left operand of an operator. */
function formatBefore(operator: Token | undefined, operand: string): string {
	return operator && /in$/.test(operator.value) ? closeTest(operand) : operand;
}

/** Formats an expression followed by a word, which a test at its end would otherwise take as an argument. */
export function closeTest(text: string): string {
	return / is (?:not )?[^\s()"]+$/.test(text) ? `(${text})` : text;
}

/** Formats the iterable of a loop: a conditional expression there needs parentheses. */
export function formatIterable(node: Expression): string {
	return formatAt(node, LEVEL.or);
}

/** Formats the iterable of a loop with its filter; `isRecursive` if that word follows. */
export function formatSource(node: Expression, isRecursive: boolean): string {
	const last = node.type === "SelectExpression" ? formatExpression(node.test) : formatIterable(node);
	const closed = isRecursive ? closeTest(last) : last;
	return node.type === "SelectExpression" ? `${closeTest(formatIterable(node.lhs))} if ${closed}` : closed;
}

/** Formats the operand of a filter or test; a sign is part of it, a test is not. */
function formatOperand(node: Expression): string {
	return node.type === "TestExpression" ? `(${formatExpression(node)})` : formatAt(node, LEVEL.sign);
}

function formatUnary(operator: string, argument: Expression): string {
	const level = levelOf(argument);
	const isBare = level >= LEVEL.member || argument.type === "UnaryExpression" || level === LEVEL.sign;
	const needsNot = operator !== "not" && level === LEVEL.not;
	// Without parentheses `-0` is one token, whose value is 0.
	const isZero = operator === "-" && argument.type === "IntegerLiteral" && Number(argument.value) === 0;
	const text = formatExpression(argument);
	// With a plus sign a number is one token, which is the number itself.
	if (operator === "+" && /^[\d.e+-]+$/.test(text)) return text;
	return `${operator === "not" ? "not " : operator}${isBare && !needsNot && !isZero ? text : `(${text})`}`;
}

function formatMember({ object, property, computed }: MemberExpression): string {
	const text = formatAt(object, LEVEL.member);
	if (property.type === "SliceExpression") return `${text}[${formatSlice(property)}]`;
	if (computed) return `${text}[${formatExpression(property)}]`;
	// Digits, a dot and digits would be one number.
	const isNumber = object.type === "IntegerLiteral" && levelOf(object) === LEVEL.primary;
	return `${isNumber ? `(${text})` : text}.${formatExpression(property)}`;
}

function formatSlice({ start, stop, step }: SliceExpression): string {
	const part = (node: Expression | undefined): string => (node ? formatExpression(node) : "");
	return `${part(start)}:${part(stop)}${step ? `:${part(step)}` : ""}`;
}

/** Arguments in parentheses. */
export function formatArguments(args: readonly Argument[]): string {
	return `(${args.map(formatArgument).join(", ")})`;
}

function formatArgument(node: Argument): string {
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

/** Formats a filter or test with its arguments. */
export function formatApplied(node: Applied): string {
	return nameOf(node) + (node.type === "Identifier" ? "" : formatArguments(argumentsOf(node)));
}
