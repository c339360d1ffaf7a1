import { locateError } from "../errors.ts";
import type { Expression, ObjectLiteral, Ternary } from "../syntax/ast.ts";
import { isTrue } from "../values/compare.ts";
import { Dict } from "../values/dict.ts";
import { Undefined } from "../values/undefined.ts";
import { float, Tuple } from "../values/value.ts";
import { compileCall, compileFilter, compileTest } from "./calls.ts";
import { type Compiler, failAt } from "./compiler.ts";
import type { Evaluate } from "./frame.ts";
import { compileMember } from "./members.ts";
import { compileName } from "./names.ts";
import { compileBinary, compileChain, compileUnary } from "./operators.ts";
import type { Scope } from "./scope.ts";

/** Turns an expression into a function of the frame. */
export function compileExpression(node: Expression, scope: Scope, compiler: Compiler): Evaluate {
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

function compileAll(nodes: readonly Expression[], scope: Scope, compiler: Compiler): Evaluate[] {
	return nodes.map((node) => compiler.expression(node, scope));
}

function compileDict(node: ObjectLiteral, scope: Scope, compiler: Compiler): Evaluate {
	const { offset } = node;
	const entries = Array.from(node.value, ([key, value]) => ({
		key: compiler.expression(key, scope),
		value: compiler.expression(value, scope),
	}));
	return (frame) => {
		const dict = new Dict();
		try {
			for (const { key, value } of entries) dict.set(key(frame), value(frame));
		} catch (error) {
			throw locateError(error, compiler.source, offset);
		}
		return dict;
	};
}

function compileTernary(node: Ternary, scope: Scope, compiler: Compiler): Evaluate {
	const condition = compiler.expression(node.condition, scope);
	const whenTrue = compiler.expression(node.trueExpr, scope);
	const { falseExpr } = node;
	if (falseExpr) {
		const whenFalse = compiler.expression(falseExpr, scope);
		return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : whenFalse(frame));
	}
	const line = compiler.source.lineAt(node.offset);
	const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
	const mode = compiler.settings.reference ? "chainable" : "default";
	return (frame) => (isTrue(condition(frame)) ? whenTrue(frame) : new Undefined(mode, { message }));
}
