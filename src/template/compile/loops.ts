import { locateError } from "../errors.ts";
import { rewordLoop } from "../reference-errors.ts";
import type { For } from "../syntax/ast.ts";
import { adopt } from "../values/adopt.ts";
import { isTrue } from "../values/compare.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge, currentMeter } from "../values/meter.ts";
import { Safe, type Value } from "../values/value.ts";
import { type Compiler, failAt } from "./compiler.ts";
import { BREAK, CONTINUE, DONE, type Evaluate, type Execute, Frame } from "./frame.ts";
import { type Descend, LoopState } from "./loop-state.ts";
import { type Assign, compileTarget, declareNames, namesOf } from "./names.ts";
import type { Scope } from "./scope.ts";

/** A loop ready to run over items. */
interface Loop {
	readonly assign: Assign;
	readonly filter: Evaluate | undefined;
	/** Number of the variable `loop`, if the body uses it. */
	readonly state: number | undefined;
	/** Numbers of the variables that start each iteration without a value. */
	readonly fresh: readonly number[];
	readonly body: Execute;
	readonly otherwise: Execute | undefined;
}

export function compileFor(node: For, scope: Scope, compiler: Compiler): Execute {
	const { iterable } = node;
	const { offset } = iterable;
	const source = compiler.expression(iterable.type === "SelectExpression" ? iterable.lhs : iterable, scope);
	const locate = (error: unknown): unknown => locateError(error, compiler.source, offset);
	if (node.recursive) return compileRecursive(node, source, locate, scope, compiler);
	const { loop } = compileLoop(node, scope.inner({ isInLoop: true }), scope, compiler);
	return (frame) => {
		let items: readonly Value[];
		let more: (() => boolean) | undefined;
		try {
			const iterable = source(frame);
			if (iterable instanceof LoopState) {
				const pulled: Value[] = [];
				items = pulled;
				more = pullFrom(iterable, pulled);
			} else {
				items = loopItems(frame, iterable);
			}
		} catch (error) {
			throw locate(error);
		}
		return runLoop(loop, frame, items, 0, undefined, more);
	};
}

/** Appends the items of another loop to a list, one at each call, so that leaving early leaves it the rest. */
function pullFrom(loop: LoopState, items: Value[]): () => boolean {
	const rest = loop.iterate();
	return () => {
		const next = rest.next();
		if (!next.done) items.push(next.value);
		return !next.done;
	};
}

function loopItems({ runtime }: Frame, iterable: Value): readonly Value[] {
	try {
		return itemsOf(iterable);
	} catch (error) {
		throw runtime.settings.isReference ? rewordLoop(error, iterable) : error;
	}
}

function compileRecursive(
	node: For,
	source: Evaluate,
	locate: (error: unknown) => unknown,
	scope: Scope,
	compiler: Compiler,
): Execute {
	const inner = scope.function({ isInLoop: true });
	const { loop } = compileLoop(node, inner, scope.function(), compiler);
	const render = (outer: Frame, iterable: Value, depth: number): Value => {
		const frame = new Frame(inner.layout.size, outer, outer.context, outer.runtime);
		outer.runtime.enter(() =>
			runLoop(loop, frame, loopItems(frame, iterable), depth, (value, level) => render(outer, value, level)),
		);
		return outer.runtime.autoescape ? new Safe(frame.out) : frame.out;
	};
	return (frame) => {
		try {
			const text = render(frame, source(frame), 0);
			frame.out += text instanceof Safe ? text.text : text;
		} catch (error) {
			throw locate(error);
		}
		return DONE;
	};
}

function compileLoop(node: For, scope: Scope, outer: Scope, compiler: Compiler): { loop: Loop } {
	const targets = namesOf(node.loopvar);
	if (targets.includes("loop"))
		return failAt(compiler, "Can't assign to special loop variable in for-loop target", node.loopvar.offset);
	for (const name of targets) scope.declare(name, true);
	const assign = compileTarget(node.loopvar, scope, compiler);
	// The filter runs before there is a `loop`.
	const filter = node.iterable.type === "SelectExpression" ? compiler.expression(node.iterable.test, scope) : undefined;
	const state = scope.declare("loop", true);
	const before = scope.layout.size;
	declareNames(node.body, scope);
	const fresh = Array.from({ length: scope.layout.size - before }, (_, index) => before + index);
	const body = compiler.body(node.body, scope);
	const isUsed = scope.isUsed("loop") || node.recursive;
	const inner = node.recursive ? scope.inner({ isInLoop: false }) : outer.inner();
	declareNames(node.defaultBlock, inner);
	const otherwise = node.defaultBlock.length > 0 ? compiler.body(node.defaultBlock, inner) : undefined;
	return { loop: { assign, filter, state: isUsed ? state : undefined, fresh, body, otherwise } };
}

function runLoop(
	loop: Loop,
	frame: Frame,
	all: readonly Value[],
	depth: number,
	descend: Descend | undefined,
	more?: () => boolean,
): 0 | 1 | 2 {
	const { assign, filter, state, fresh, body, otherwise } = loop;
	const { slots } = frame;
	let items = all;
	if (filter)
		items = all.filter((item) => {
			charge(1);
			assign(frame, adopt(item));
			return isTrue(filter(frame));
		});
	let current: LoopState | undefined;
	if (state !== undefined) {
		current = new LoopState(items, depth, frame.runtime, descend);
		slots[state] = current;
	}
	let isCompleted = false;
	const meter = currentMeter();
	for (let index = 0; ; index++) {
		const hasMore = index < items.length || more?.();
		if (current && hasMore) index = current.advance();
		if (index >= items.length) break;
		meter?.spend(1);
		const item = adopt(items[index]);
		assign(frame, item === undefined ? frame.runtime.missing("the item is undefined") : item);
		for (const slot of fresh) slots[slot] = undefined;
		const signal = body(frame);
		if (signal === BREAK) break;
		if (signal !== CONTINUE) isCompleted = true;
	}
	return otherwise && !isCompleted ? otherwise(frame) : DONE;
}
