import { modulo } from "../builtins/tables.ts";
import { locateError } from "../errors.ts";
import { Part } from "../parts.ts";
import type { Operate } from "../runtime.ts";
import type {
	BinaryExpression,
	ComparisonChain,
	Expression,
	ObjectLiteral,
	Ternary,
	UnaryExpression,
} from "../syntax/ast.ts";
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
import { compileMember, compileName, FOLDED } from "./names.ts";
import { type Compiler, compileExpression, failAt, located, type Scope } from "./scope.ts";

/** Comparisons of more than two values, in the full engine. */
export const CHAIN = new Part<(node: ComparisonChain, scope: Scope, compiler: Compiler) => Evaluate>(
	"a chain of comparisons",
);

/** Turns an expression into a function of the frame; see `compileExpression`. */
export function compileNode(node: Expression, scope: Scope, compiler: Compiler): Evaluate {
	switch (node.type) {
		case "Identifier":
			return compileName(node, scope, compiler);
		case "StringLiteral":
		case "IntegerLiteral": {
			return compiler.leaves.constant(node.value);
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
			return CHAIN.require()(node, scope, compiler);
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

function compileAll(nodes: readonly Expression[], scope: Scope, compiler: Compiler): Evaluate[] {
	return nodes.map((node) => compileExpression(node, scope, compiler));
}

function compileDict(node: ObjectLiteral, scope: Scope, compiler: Compiler): Evaluate {
	const { offset } = node;
	const entries = Array.from(node.value, ([key, value]) => ({
		key: compileExpression(key, scope, compiler),
		value: compileExpression(value, scope, compiler),
	}));
	return located(compiler, offset, (frame) => {
		const dict = new Dict();
		for (const { key, value } of entries) dict.set(key(frame), value(frame));
		return dict;
	});
}

function compileTernary(node: Ternary, scope: Scope, compiler: Compiler): Evaluate {
	const condition = compileExpression(node.condition, scope, compiler);
	const whenTrue = compileExpression(node.trueExpr, scope, compiler);
	const { falseExpr } = node;
	if (falseExpr) {
		const whenFalse = compileExpression(falseExpr, scope, compiler);
		return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : whenFalse(frame));
	}
	const line = compiler.source.lineAt(node.offset);
	const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
	const mode = compiler.settings.reference ? "chainable" : "default";
	return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : new Undefined(mode, { message }));
}

function compileUnary(node: UnaryExpression, scope: Scope, compiler: Compiler): Evaluate {
	const { offset } = node;
	const operand = compileExpression(node.argument, scope, compiler);
	const sign = node.operator.value;
	if (sign === "not") return (frame) => !isTrue(operand(frame));
	return located(compiler, offset, (frame) => applySign(sign, operand(frame)));
}

function compileBinary(node: BinaryExpression, scope: Scope, compiler: Compiler): Evaluate {
	const left = compileExpression(node.left, scope, compiler);
	const right = compileExpression(node.right, scope, compiler);
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
			// Jinja2 joins constants while compiling, before anything is escaped.
			// Constants are joined while compiling, before anything is escaped.
			if (FOLDED.content?.isConstant(node)) return FOLDED.content.join(left, right, compiler);
			break;
		case "+":
			return compileSum(node, left, right, compiler);
	}
	return compileOperation(operation(node.operator.value, compiler), node, left, right, compiler);
}

// A closure keeps all that the function around it shares with its closures: small functions keep little.

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
	{ offset }: BinaryExpression,
	left: Evaluate,
	right: Evaluate,
	{ source }: Compiler,
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

function compileSum(node: BinaryExpression, left: Evaluate, right: Evaluate, compiler: Compiler): Evaluate {
	const { offset } = node;
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
			throw locateError(error, compiler.source, offset);
		}
	};
}

/** Returns the function of a binary operator. */
export function operation(operator: string, compiler: Compiler): Operate {
	const operate = chooseOperation(operator, compiler);
	return compiler.settings.reference?.wrapOperator(operator, operate) ?? operate;
}

function chooseOperation(operator: string, compiler: Compiler): Operate {
	const { limits } = compiler.settings;
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
	return (_, left, right) => calculate(operator as ArithmeticOperator, left, right, limits.max_string);
}

/** `left ~ right`: with escaping on, plain text is escaped where it meets safe text. */
function concatenate({ runtime }: Parameters<Operate>[0], left: Value, right: Value): Value {
	if (runtime.autoescape && (left instanceof Safe || right instanceof Safe))
		return new Safe(escapeHtml(left).text + escapeHtml(right).text);
	const { print } = runtime.settings;
	const text = print(left) + print(right);
	runtime.checkLength(text.length);
	return text;
}
