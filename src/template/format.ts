import {
	type Applied,
	type Argument,
	argumentsOf,
	type Expression,
	type Node,
	nameOf,
	type Program,
	type Statement,
} from "./syntax/ast.ts";
import { formatComposition } from "./syntax/composition-parser.ts";
import { BINARY_LEVELS, COMPARISON } from "./syntax/expression-parser.ts";
import type { Token } from "./syntax/tokens.ts";
import { formatFloat } from "./values/numbers.ts";

/**
 * Template source in a uniform layout: one node per line, bodies indented. It renders what the original renders,
 * and formatting it again changes nothing.
 *
 * @param indent spaces of one level, or its text; absent, empty or 0: a tab
 * @param escapes whether the template is rendered with `autoescape` on. Default false.
 */
export function formatProgram(program: Program, indent: number | string = "\t", escapes = false): string {
	const unit = typeof indent === "number" ? " ".repeat(indent) : indent;
	return new Formatter(unit === "" ? "\t" : unit, escapes).body(program.body, "");
}

class Formatter {
	readonly #unit: string;
	/** With escaping on, text that becomes an expression must be marked safe. */
	#escapes: boolean;

	constructor(unit: string, escapes: boolean) {
		this.#unit = unit;
		this.#escapes = escapes;
	}

	/** Statements on separate lines; no statements give an empty line. */
	body(nodes: readonly Statement[], margin: string): string {
		return nodes.map((node) => margin + this.#statement(node, margin)).join("\n");
	}

	#inner(nodes: readonly Statement[], margin: string): string {
		return `\n${this.body(nodes, margin + this.#unit)}\n${margin}`;
	}

	#block(tag: string, nodes: readonly Statement[], end: string, margin: string): string {
		return `{%- ${tag} -%}${this.#inner(nodes, margin)}{%- ${end} -%}`;
	}

	#statement(node: Statement, margin: string): string {
		switch (node.type) {
			case "If":
				return this.#if(node, margin);
			case "For":
				return this.#for(node, margin);
			case "Break":
				return "{%- break -%}";
			case "Continue":
				return "{%- continue -%}";
			case "Set":
				return this.#set(node, margin);
			case "Macro":
				return this.#block(`macro ${node.name.value}${formatArguments(node.args)}`, node.body, "endmacro", margin);
			case "CallStatement": {
				const parameters = node.callerArgs ? formatArguments(node.callerArgs) : "";
				return this.#block(`call${parameters} ${formatExpression(node.call)}`, node.body, "endcall", margin);
			}
			case "FilterStatement": {
				const filters = [node.filter, ...node.more].map(formatApplied).join(" | ");
				return this.#block(`filter ${filters}`, node.body, "endfilter", margin);
			}
			case "Comment":
				return `{# ${node.value.trim()} #}`;
			case "Generation":
				return this.#block("generation", node.body, "endgeneration", margin);
			case "StringLiteral":
				return `{{- ${formatExpression(node)}${node.isText && this.#escapes ? " | safe" : ""} -}}`;
			default:
				return (
					formatComposition(node, {
						expression: formatExpression,
						beforeWord: (expression) => closeTest(formatExpression(expression)),
						block: (tag, end, body = [], escapes = this.#escapes) => {
							const outer = this.#escapes;
							this.#escapes = escapes;
							const text = this.#block(tag, body, end, margin);
							this.#escapes = outer;
							return text;
						},
					}) ?? `{{- ${formatExpression(node as Expression)} -}}`
				);
		}
	}

	#if(node: Node<"If">, margin: string): string {
		let text = `{%- if ${formatIterable(node.test)} -%}${this.#inner(node.body, margin)}`;
		let { alternate } = node;
		for (let [branch] = alternate; branch?.type === "If" && alternate.length === 1; [branch] = alternate) {
			text += `{%- elif ${formatIterable(branch.test)} -%}${this.#inner(branch.body, margin)}`;
			alternate = branch.alternate;
		}
		if (alternate.length > 0) text += `{%- else -%}${this.#inner(alternate, margin)}`;
		return `${text}{%- endif -%}`;
	}

	#for(node: Node<"For">, margin: string): string {
		const { iterable } = node;
		const source = formatSource(iterable, node.recursive);
		const mark = node.recursive ? " recursive" : "";
		const opening = `{%- for ${formatExpression(node.loopvar)} in ${source}${mark} -%}${this.#inner(node.body, margin)}`;
		const otherwise = node.defaultBlock.length > 0 ? `{%- else -%}${this.#inner(node.defaultBlock, margin)}` : "";
		return `${opening}${otherwise}{%- endfor -%}`;
	}

	#set(node: Node<"Set">, margin: string): string {
		const target = formatExpression(node.assignee);
		if (node.value) return `{%- set ${target} = ${formatExpression(node.value)} -%}`;
		const filters = node.filters.map((filter) => ` | ${formatApplied(filter)}`).join("");
		return this.#block(`set ${target}${filters}`, node.body, "endset", margin);
	}
}

// How tightly expressions bind, besides binary operators: loosest first.
const TERNARY = -1;
const OR = 0;
const NOT = COMPARISON - 1;
const SUM = COMPARISON + 1;
const SIGN = 8;
const FILTER = 9;
const MEMBER = 10;
const PRIMARY = 11;

function levelOfOperator(operator: Token): number {
	return BINARY_LEVELS.get(operator.value) ?? COMPARISON;
}

function levelOf(node: Expression): number {
	switch (node.type) {
		case "Ternary":
		case "SelectExpression":
			return TERNARY;
		case "BinaryExpression":
			return levelOfOperator(node.operator);
		case "ComparisonChain":
			return COMPARISON;
		case "UnaryExpression":
			return node.operator.value === "not" ? NOT : SIGN;
		case "IntegerLiteral":
		case "FloatLiteral":
			return node.value < 0 || Object.is(node.value, -0) ? SIGN : PRIMARY;
		case "FilterExpression":
		case "TestExpression":
			return FILTER;
		case "MemberExpression":
		case "CallExpression":
			return MEMBER;
		default:
			return PRIMARY;
	}
}

/** Formats an expression, in parentheses if it binds more loosely than its position allows. */
function formatAt(node: Expression, level: number): string {
	const text = formatExpression(node);
	return levelOf(node) < level ? `(${text})` : text;
}

/** Template source of an expression in the uniform layout. */
function formatExpression(node: Expression): string {
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
			return formatAt(node.callee, MEMBER) + formatArguments(node.args);
		case "UnaryExpression":
			return formatUnary(node.operator.value, node.argument);
		case "BinaryExpression": {
			const level = levelOfOperator(node.operator);
			const leftLevel = level === COMPARISON ? level + 1 : level;
			const left = formatBefore(node.operator, formatAt(node.left, leftLevel));
			return `${left} ${node.operator.value} ${formatAt(node.right, level + 1)}`;
		}
		case "ComparisonChain": {
			const parts = [{ operand: node.left }, ...node.rest].map(({ operand }, index) =>
				formatBefore(node.rest[index]?.operator, formatAt(operand, SUM)),
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
			const start = `${closeTest(formatAt(node.trueExpr, OR))} if ${formatAt(node.condition, OR)}`;
			return node.falseExpr ? `${start} else ${formatExpression(node.falseExpr)}` : start;
		}
	}
}

/** Formats the left operand of an operator. */
function formatBefore(operator: Token | undefined, operand: string): string {
	return operator && /in$/.test(operator.value) ? closeTest(operand) : operand;
}

/** Formats an expression followed by a word, which a test at its end would otherwise take as an argument. */
function closeTest(text: string): string {
	return / is (?:not )?[^\s()"]+$/.test(text) ? `(${text})` : text;
}

/** Formats the iterable of a loop: a conditional expression there needs parentheses. */
function formatIterable(node: Expression): string {
	return formatAt(node, OR);
}

/** Formats the iterable of a loop with its filter; `isRecursive` if that word follows. */
function formatSource(node: Expression, isRecursive: boolean): string {
	const last = node.type === "SelectExpression" ? formatExpression(node.test) : formatIterable(node);
	const closed = isRecursive ? closeTest(last) : last;
	return node.type === "SelectExpression" ? `${closeTest(formatIterable(node.lhs))} if ${closed}` : closed;
}

/** Formats the operand of a filter or test; a sign is part of it, a test is not. */
function formatOperand(node: Expression): string {
	return node.type === "TestExpression" ? `(${formatExpression(node)})` : formatAt(node, SIGN);
}

function formatUnary(operator: string, argument: Expression): string {
	const level = levelOf(argument);
	const isBare = level >= MEMBER || argument.type === "UnaryExpression" || level === SIGN;
	const needsNot = operator !== "not" && level === NOT;
	// Without parentheses `-0` is one token, whose value is 0.
	const isZero = operator === "-" && argument.type === "IntegerLiteral" && Number(argument.value) === 0;
	const text = formatExpression(argument);
	// With a plus sign a number is one token, which is the number itself.
	if (operator === "+" && /^[\d.e+-]+$/.test(text)) return text;
	return `${operator === "not" ? "not " : operator}${isBare && !needsNot && !isZero ? text : `(${text})`}`;
}

function formatMember({ object, property, computed }: Node<"MemberExpression">): string {
	const text = formatAt(object, MEMBER);
	if (property.type === "SliceExpression") return `${text}[${formatSlice(property)}]`;
	if (computed) return `${text}[${formatExpression(property)}]`;
	// Digits, a dot and digits would be one number.
	const isNumber = object.type === "IntegerLiteral" && levelOf(object) === PRIMARY;
	return `${isNumber ? `(${text})` : text}.${formatExpression(property)}`;
}

function formatSlice({ start, stop, step }: Node<"SliceExpression">): string {
	const part = (node: Expression | undefined): string => (node ? formatExpression(node) : "");
	return `${part(start)}:${part(stop)}${step ? `:${part(step)}` : ""}`;
}

/** Arguments in parentheses. */
function formatArguments(args: readonly Argument[]): string {
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
function formatApplied(node: Applied): string {
	return nameOf(node) + (node.type === "Identifier" ? "" : formatArguments(argumentsOf(node)));
}
