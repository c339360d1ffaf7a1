import { modulo } from "../builtins/tables.ts";
import { locateError } from "../errors.ts";
import type { Operate, Settings } from "../runtime.ts";
import type { Expression, Node } from "../syntax/ast.ts";
import { applySign, calculate } from "../values/arithmetic.ts";
import { isEqual, isOrdered, isTrue, type Ordering } from "../values/compare.ts";
import { Dict } from "../values/dict.ts";
import { contains } from "../values/iterate.ts";
import type { ArithmeticOperator } from "../values/numbers.ts";
import { escapeHtml } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import { float, Safe, Tuple, type Value } from "../values/value.ts";
import { compileCall, compileFilter, compileTest } from "./calls.ts";
import type { Evaluate } from "./frame.ts";
import { compileMember, compileName } from "./names.ts";
import { compileExpression, failAt, located, type Scope } from "./scope.ts";

/** Turns an expression into a function of the frame; see `compileExpression`. */
export function compileNode(node: Expression, scope: Scope): Evaluate {
	switch (node.type) {
		case "Identifier":
			return compileName(node, scope);
		case "StringLiteral":
		case "IntegerLiteral": {
			return scope.compiler.leaves.constant(node.value);
		}
		case "FloatLiteral": {
			const value = float(node.value);
			return () => value;
		}
		case "ArrayLiteral": {
			const items = compileAll(node.value, scope);
			return (frame) => items.map((item) => item(frame));
		}
		case "TupleLiteral": {
			const items = compileAll(node.value, scope);
			return (frame) => new Tuple(items.map((item) => item(frame)));
		}
		case "ObjectLiteral":
			return compileDict(node, scope);
		case "MemberExpression":
			return compileMember(node, scope);
		case "CallExpression":
			return compileCall(node, scope);
		case "UnaryExpression":
			return compileUnary(node, scope);
		case "BinaryExpression":
			return compileBinary(node, scope);
		case "ComparisonChain":
			return scope.compiler.parts.compileChain(node, scope);
		case "FilterExpression":
			return compileFilter(node, scope);
		case "TestExpression":
			return compileTest(node, scope);
		case "Ternary":
			return compileTernary(node, scope.with({ isSoft: true }));
		case "SelectExpression":
			return failAt(scope, "unexpected 'if'", node.test.offset);
	}
}

function compileAll(nodes: readonly Expression[], scope: Scope): Evaluate[] {
	return nodes.map((node) => compileExpression(node, scope));
}

function compileDict(node: Node<"ObjectLiteral">, scope: Scope): Evaluate {
	const { offset } = node;
	const entries = Array.from(node.value, ([key, value]) => ({
		key: compileExpression(key, scope),
		value: compileExpression(value, scope),
	}));
	return located(scope, offset, (frame) => {
		const dict = new Dict();
		for (const { key, value } of entries) dict.set(key(frame), value(frame));
		return dict;
	});
}

function compileTernary(node: Node<"Ternary">, scope: Scope): Evaluate {
	const condition = compileExpression(node.condition, scope);
	const whenTrue = compileExpression(node.trueExpr, scope);
	const { falseExpr } = node;
	if (falseExpr) {
		const whenFalse = compileExpression(falseExpr, scope);
		return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : whenFalse(frame));
	}
	const { settings, source } = scope.compiler;
	const line = source.lineAt(node.offset);
	const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
	const mode = settings.reference ? "chainable" : "default";
	return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : new Undefined(mode, { message }));
}

function compileUnary(node: Node<"UnaryExpression">, scope: Scope): Evaluate {
	const { offset } = node;
	const operand = compileExpression(node.argument, scope);
	const sign = node.operator.value;
	if (sign === "not") return (frame) => !isTrue(operand(frame));
	return located(scope, offset, (frame) => applySign(sign, operand(frame)));
}

function compileBinary(node: Node<"BinaryExpression">, scope: Scope): Evaluate {
	const left = compileExpression(node.left, scope);
	const right = compileExpression(node.right, scope);
	const { parts, settings } = scope.compiler;
	switch (node.operator.value) {
		case "and":
			return compileAnd(left, right);
		case "or":
			return compileOr(left, right);
		case "==":
			return compileEquality(node.right, left, right);
		case "!=":
			return negate(compileEquality(node.right, left, right));
		case "~":
			// Constants are joined while compiling, before anything is escaped.
			if (parts.isConstant(node)) return joinConstants(left, right, settings);
			break;
		case "+":
			return compileSum(node, left, right, scope);
	}
	return compileOperation(operation(node.operator.value, scope), node, left, right, scope);
}

// A closure keeps all that the function around it shares with its closures: small functions keep little.

function joinConstants(left: Evaluate, right: Evaluate, { print }: Settings): Evaluate {
	return (frame) => print(left(frame)) + print(right(frame));
}

function compileAnd(left: Evaluate, right: Evaluate): Evaluate {
	return (frame) => {
		const value = left(frame);
		return isTrue(value) ? right(frame) : value;
	};
}

function compileOr(left: Evaluate, right: Evaluate): Evaluate {
	return (frame) => {
		const value = left(frame);
		return isTrue(value) ? value : right(frame);
	};
}

function negate(evaluate: Evaluate): Evaluate {
	return (frame) => !evaluate(frame);
}

function compileOperation(
	operate: Operate,
	{ offset }: Node<"BinaryExpression">,
	left: Evaluate,
	right: Evaluate,
	{ compiler: { source } }: Scope,
): Evaluate {
	return (frame) => {
		try {
			return operate(frame, left(frame), right(frame));
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

/** Comparison with a string literal is by far the most frequent one. */
function compileEquality(other: Expression, left: Evaluate, right: Evaluate): Evaluate {
	return other.type === "StringLiteral" ? equalsText(left, other.value) : equals(left, right);
}

function equals(left: Evaluate, right: Evaluate): Evaluate {
	return (frame) => isEqual(left(frame), right(frame));
}

function equalsText(left: Evaluate, literal: string): Evaluate {
	return (frame) => {
		const value = left(frame);
		return value === literal || (typeof value !== "string" && isEqual(value, literal));
	};
}

function compileSum(node: Node<"BinaryExpression">, left: Evaluate, right: Evaluate, scope: Scope): Evaluate {
	const { offset } = node;
	const { settings, source } = scope.compiler;
	const { max_string } = settings.limits;
	const operate = operation("+", scope);
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
			throw locateError(error, source, offset);
		}
	};
}

/** Returns the function of a binary operator. */
export function operation(operator: string, { compiler: { settings } }: Scope): Operate {
	const operate = chooseOperation(operator, settings.limits.max_string);
	return settings.reference?.wrapOperator(operator, operate) ?? operate;
}

function chooseOperation(operator: string, maxLength: number): Operate {
	switch (operator) {
		case "==":
			return (_, left, right) => isEqual(left, right);
		case "!=":
			return (_, left, right) => !isEqual(left, right);
		case "<":
		case "<=":
		case ">":
		case ">=":
			return (_, left, right) => isOrdered(left, operator as Ordering, right);
		case "in":
			return (_, left, right) => contains(right, left);
		case "not in":
			return (_, left, right) => !contains(right, left);
		case "~":
			return concatenate;
		case "%":
			return ({ runtime }, left, right) => modulo(runtime, left, right);
	}
	return (_, left, right) => calculate(operator as ArithmeticOperator, left, right, maxLength);
}

/** `left ~ right`: with escaping on, plain text is escaped where it is combined with safe text. */
function concatenate({ runtime }: Parameters<Operate>[0], left: Value, right: Value): Value {
	if (runtime.autoescape && (left instanceof Safe || right instanceof Safe))
		return new Safe(escapeHtml(left).text + escapeHtml(right).text);
	const { print } = runtime.settings;
	const text = print(left) + print(right);
	runtime.checkLength(text.length);
	return text;
}
