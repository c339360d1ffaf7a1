import { callValue } from "../access.ts";
import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { type HostContext, wantsContext } from "../host-context.ts";
import type { Runtime } from "../runtime.ts";
import { CONSTANTS, type Expression, type Node } from "../syntax/ast.ts";
import { bindArguments, Callable, callHost, toHost } from "../values/callable.ts";
import { isEqual, isTrue } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { Safe, Tuple, type Value } from "../values/value.ts";
import { operation } from "./expressions.ts";
import { DONE, type Evaluate, type Execute, Frame } from "./frame.ts";
import { compileLoop, type LoopState, loopItems, runLoop } from "./loops.ts";
import type { Blueprint } from "./macros.ts";
import { compileVariable } from "./names.ts";
import { compileExpression, located, type Scope } from "./scope.ts";
import type { Show } from "./statements.ts";

/** Appends the items of another loop to a list, one at each call, so that leaving early leaves it the rest. */
export function pullFrom(loop: LoopState, items: Value[]): () => boolean {
	const rest = restOfLoop(loop);
	return () => {
		const next = rest.next();
		if (!next.done) items.push(next.value);
		return !next.done;
	};
}

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

/** Yields what is left of a loop, each item with the loop, which moves on. */
export function* restOfLoop(loop: LoopState): Generator<Value, void, undefined> {
	for (let index = loop.advance(); index < loop.size; index = loop.advance()) yield new Tuple([loop.at(index), loop]);
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

/** Returns how values are written in a scope: as they are printed, escaped, or changed by the host before. */
export function compilePrint(scope: Scope): Show | undefined {
	const { finalize } = scope.compiler.settings;
	const { escapes } = scope.flags;
	if (finalize) return (frame, value) => writePerhapsEscaped(frame, finalize(value));
	if (escapes === "runtime") return writePerhapsEscaped;
	return escapes ? (_, value) => escapeHtml(value).text : undefined;
}

function writePerhapsEscaped({ runtime }: Frame, value: Value): string {
	return runtime.autoescape ? escapeHtml(value).text : runtime.settings.print(value);
}

/** Makes a function of the host that changes values before they are written. */
export function finalizer(finalize: (value: never) => unknown): (value: Value) => Value {
	// Callables are never called by printing them.
	const noCall = (): Value => null;
	return (value) => callHost(finalize, [value], undefined, noCall);
}

/** Counts the characters that a statement writes. */
export function countOutput(write: Execute): Execute {
	return (frame) => {
		const before = frame.out.length;
		write(frame);
		const { runtime } = frame;
		runtime.written += frame.out.length - before;
		const { max_output = Number.POSITIVE_INFINITY } = runtime.settings.limits;
		if (runtime.written > max_output)
			throw new TemplateLimitError(`the output is longer than ${max_output} characters`);
		return DONE;
	};
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

/** Adds the entries of `**mapping` to the keywords of a call. */
export function spreadKeywords(mapping: Value, keywords: Map<string, Value>): void {
	if (mapping instanceof Undefined) mapping.fail();
	if (!isMapping(mapping))
		throw new TemplateRuntimeError(`argument after ** must be a mapping, not ${plainTypeName(mapping)}`);
	for (const [key, value] of entriesOf(mapping)) {
		if (keywords.has(toText(key)))
			throw new TemplateRuntimeError(`got multiple values for keyword argument '${toText(key)}'`);
		keywords.set(toText(key), value);
	}
}

/** `left ~ right` of constants, which nothing escapes. */
export function joinConstants(left: Evaluate, right: Evaluate, { compiler }: Scope): Evaluate {
	const { print } = compiler.settings;
	return (frame) => print(left(frame)) + print(right(frame));
}

/** Extra first arguments of a host function: the context if it needs one. */
export function contextOf(
	{ place }: { readonly place: (() => HostContext) | undefined },
	callee: object,
): HostContext[] {
	if (!wantsContext(callee)) return [];
	if (!place) throw new TemplateRuntimeError("the position of the call is unknown");
	return [place()];
}
