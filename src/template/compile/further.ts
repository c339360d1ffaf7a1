import { callValue } from "../access.ts";
import type { HostContext } from "../host-context.ts";
import { CONSTANTS, type Expression, type Node } from "../syntax/ast.ts";
import { toHost } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { Undefined } from "../values/undefined.ts";
import { Safe, type Value } from "../values/value.ts";
import { operation } from "./expressions.ts";
import { DONE, type Evaluate, type Execute, Frame } from "./frame.ts";
import { compileLoop, loopItems, runLoop } from "./loops.ts";
import { compileVariable } from "./names.ts";
import { compileExpression, located, type Scope } from "./scope.ts";

/** Compiles a loop that `loop(…)` in its body descends with. */
export function compileRecursive(node: Node<"For">, source: Evaluate, scope: Scope): Execute {
	const inner = scope.function({ isInLoop: true });
	const { loop } = compileLoop(node, inner, scope.function());
	const render = (outer: Frame, iterable: Value, depth: number): Value => {
		const frame = new Frame(inner.layout.size, outer, outer.context, outer.runtime);
		outer.runtime.enter(() =>
			runLoop(loop, frame, loopItems(frame, iterable), depth, (value, level) => render(outer, value, level)),
		);
		return outer.runtime.autoescape ? new Safe(frame.out) : frame.out;
	};
	return located(scope, node.iterable.offset, (frame) => {
		const text = render(frame, source(frame), 0);
		frame.out += text instanceof Safe ? text.text : text;
		return DONE;
	});
}

/** Provides host functions with the template's context at a position. */
export function compilePlace(scope: Scope): (frame: Frame) => () => HostContext {
	// Created on first use: few templates have such functions.
	const readers = new Map<string, Evaluate>();
	const read = (name: string): Evaluate => {
		const known = readers.get(name) ?? compileVariable(name, scope);
		readers.set(name, known);
		return known;
	};
	return (frame) => () => ({
		get: (name) => {
			const local = read(name)(frame);
			// A variable that is set only later does not hide the name of the context.
			const value = local instanceof Undefined ? frame.context.lookup(name) : local;
			return toHost(value, (callee, values) => callValue(frame.runtime, callee, values, undefined));
		},
		autoescape: frame.runtime.autoescape,
		templateName: scope.compiler.source.name,
	});
}

/** Whether an expression has the same value everywhere. */
export function isConstant(node: Expression): boolean {
	switch (node.type) {
		case "StringLiteral":
		case "IntegerLiteral":
		case "FloatLiteral":
			return true;
		case "Identifier":
			return CONSTANTS.has(node.value);
		case "ArrayLiteral":
		case "TupleLiteral":
			return node.value.every(isConstant);
		case "ObjectLiteral":
			return [...node.value].flat().every(isConstant);
		case "UnaryExpression":
			return isConstant(node.argument);
		case "BinaryExpression":
			return isConstant(node.left) && isConstant(node.right);
		case "FilterExpression":
			return node.filter.type === "Identifier" && isConstant(node.operand);
		default:
			return false;
	}
}

/** Compiles `a < b < c`: each operand is evaluated once, and none after the first failure. */
export function compileChain(node: Node<"ComparisonChain">, scope: Scope): Evaluate {
	const first = compileExpression(node.left, scope);
	const rest = node.rest.map(({ operator, operand }) => ({
		operate: operation(operator.value, scope),
		operand: compileExpression(operand, scope),
	}));
	return (frame) => {
		let left = first(frame);
		let result: Value = true;
		for (const { operate, operand } of rest) {
			const right = operand(frame);
			result = operate(frame, left, right);
			if (!isTrue(result)) return result;
			left = right;
		}
		return result;
	};
}
