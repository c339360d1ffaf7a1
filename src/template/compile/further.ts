import { callValue } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { HostContext } from "../host-context.ts";
import type { Runtime } from "../runtime.ts";
import { CONSTANTS, type Expression, type Node } from "../syntax/ast.ts";
import { bindArguments, Callable, toHost } from "../values/callable.ts";
import { isEqual } from "../values/compare.ts";
import { Undefined } from "../values/undefined.ts";
import { Safe, Tuple, type Value } from "../values/value.ts";
import { DONE, type Evaluate, type Execute, Frame } from "./frame.ts";
import { compileLoop, type LoopState, loopItems, runLoop } from "./loops.ts";
import type { Blueprint } from "./macros.ts";
import { compileVariable } from "./names.ts";
import { located, type Scope } from "./scope.ts";

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

/** Returns the attributes of `loop` that few templates use. */
export function loopAttribute(loop: LoopState, name: "cycle" | "changed" | "depth" | "depth0"): Value {
	if (name === "depth") return loop.depth + 1;
	if (name === "depth0") return loop.depth;
	return new Callable<Runtime>(name, (_, args, keywords) => {
		const [items] = bindArguments(name, { parameters: ["*args"], run: () => null }, args, keywords) as [Value[]];
		if (name === "changed") {
			const isSame = loop.previous !== undefined && isEqual(loop.previous, items);
			loop.previous = items;
			return !isSame;
		}
		if (items.length === 0) throw new TemplateRuntimeError("no items for cycling given");
		return items[loop.index0 % items.length];
	});
}

/** Returns what a macro knows about itself. */
export function macroAttribute({ name: own, parameters, special }: Blueprint, name: string): Value | undefined {
	switch (name) {
		case "name":
			return own;
		case "arguments":
			return new Tuple(parameters.map((parameter) => parameter.name));
		case "catch_varargs":
			return special.varargs !== undefined;
		case "catch_kwargs":
			return special.kwargs !== undefined;
		case "caller":
			return special.caller !== undefined;
		default:
			return undefined;
	}
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
