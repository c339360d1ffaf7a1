import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Node } from "../syntax/ast.ts";
import { adopt } from "../values/adopt.ts";
import { bindArguments, Callable } from "../values/callable.ts";
import { isEqual, isTrue } from "../values/compare.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge, currentMeter } from "../values/meter.ts";
import { Tuple, type Value } from "../values/value.ts";
import { BREAK, CONTINUE, DONE, type Evaluate, type Execute, type Frame } from "./frame.ts";
import { type Assign, compileTarget, declareNames, namesOf } from "./names.ts";
import { compileExpression, failAt, located, type Scope } from "./scope.ts";

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

export function compileFor(node: Node<"For">, scope: Scope): Execute {
	const { iterable } = node;
	const { offset } = iterable;
	const source = compileExpression(iterable.type === "SelectExpression" ? iterable.lhs : iterable, scope);
	if (node.recursive) return scope.compiler.parts.compileRecursive(node, source, scope);
	const { loop } = compileLoop(node, scope.inner({ isInLoop: true }), scope);
	const start = located(scope, offset, (frame): { items: readonly Value[]; more?: () => boolean } => {
		const value = source(frame);
		if (!(value instanceof LoopState)) return { items: loopItems(frame, value) };
		const items: Value[] = [];
		return { items, more: pullFrom(value, items) };
	});
	return (frame) => {
		const { items, more } = start(frame);
		return runLoop(loop, frame, items, 0, undefined, more);
	};
}

/** Appends the items of another loop to a list, one at each call, so that the rest stays in that loop if this one ends early. */
function pullFrom(loop: LoopState, items: Value[]): () => boolean {
	const rest = restOf(loop);
	return () => {
		const next = rest.next();
		if (!next.done) items.push(next.value);
		return !next.done;
	};
}

export function loopItems({ runtime }: Frame, iterable: Value): readonly Value[] {
	try {
		return itemsOf(iterable);
	} catch (error) {
		throw runtime.settings.reference?.rewordLoop(error, iterable) ?? error;
	}
}

export function compileLoop(node: Node<"For">, scope: Scope, outer: Scope): { loop: Loop } {
	const targets = namesOf(node.loopvar);
	if (targets.includes("loop"))
		return failAt(scope, "Can't assign to special loop variable in for-loop target", node.loopvar.offset);
	for (const name of targets) scope.declare(name, true);
	const assign = compileTarget(node.loopvar, scope);
	// The filter runs before there is a `loop`.
	const filter = node.iterable.type === "SelectExpression" ? compileExpression(node.iterable.test, scope) : undefined;
	const state = scope.declare("loop", true);
	const before = scope.layout.size;
	declareNames(node.body, scope);
	const fresh = Array.from({ length: scope.layout.size - before }, (_, index) => before + index);
	const body = scope.compiler.body(node.body, scope);
	const isUsed = scope.isUsed("loop") || node.recursive;
	const inner = node.recursive ? scope.inner({ isInLoop: false }) : outer.inner();
	declareNames(node.defaultBlock, inner);
	const otherwise = node.defaultBlock.length > 0 ? scope.compiler.body(node.defaultBlock, inner) : undefined;
	return { loop: { assign, filter, state: isUsed ? state : undefined, fresh, body, otherwise } };
}

export function runLoop(
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

/** Renders one level of a recursive loop for a new iterable. */
type Descend = (iterable: Value, depth: number) => Value;

/** The value of `loop`. */
class LoopState extends Callable<Runtime> {
	readonly #items: readonly Value[];
	readonly #runtime: Runtime;
	/** How many loops of the same recursion are around this one. */
	readonly depth: number;
	/** The last arguments of `changed`. */
	previous: Value[] | undefined;
	/** Position of the present item; before the first one -1. */
	index0 = -1;

	constructor(items: readonly Value[], depth: number, runtime: Runtime, descend: Descend | undefined) {
		super("loop", (_, args) => {
			if (!descend)
				throw new TemplateRuntimeError("The loop must have the 'recursive' marker to be called recursively.");
			if (args.length !== 1) throw new TemplateRuntimeError("loop() takes exactly one argument");
			return descend(args[0], depth + 1);
		});
		this.#items = items;
		this.depth = depth;
		this.#runtime = runtime;
	}

	override readonly typeName: string = "LoopContext";

	override readonly qualifiedName: string = "jinja2.runtime.LoopContext";

	override get size(): number {
		return this.#items.length;
	}

	override toString(): string {
		return `<LoopContext ${this.index0 + 1}/${this.size}>`;
	}

	/** Advances to the next item; the number of items if there is none. */
	advance(): number {
		if (this.index0 + 1 >= this.#items.length) return this.#items.length;
		return ++this.index0;
	}

	/** Iterating over the loop itself consumes its items. */
	override iterate(): Iterable<Value> {
		return restOf(this);
	}

	/** Returns the item at an index. */
	at(index: number): Value {
		return this.#items[index];
	}

	override attribute(name: string): Value | undefined {
		const { index0 } = this;
		const { length } = this.#items;
		switch (name) {
			case "index":
				return index0 + 1;
			case "index0":
				return index0;
			case "revindex":
				return length - index0;
			case "revindex0":
				return length - index0 - 1;
			case "first":
				return index0 === 0;
			case "last":
				return index0 === length - 1;
			case "length":
				return length;
			case "previtem":
				return this.#items[index0 - 1] ?? this.#absent(index0 > 0, "there is no previous item");
			case "nextitem":
				return this.#items[index0 + 1] ?? this.#absent(index0 < length - 1, "there is no next item");
			case "cycle":
			case "changed":
			case "depth":
			case "depth0":
				return loopAttribute(this, name);
			default:
				return undefined;
		}
	}

	/** A neighbor that is none, or a missing neighbor. */
	#absent(exists: boolean, message: string): Value {
		return exists ? null : this.#runtime.missing(message);
	}
}

/** Yields the remaining items of a loop, each with the loop, which advances. */
function* restOf(loop: LoopState): Generator<Value, void, undefined> {
	for (let index = loop.advance(); index < loop.size; index = loop.advance()) yield new Tuple([loop.at(index), loop]);
}

/** Returns the attributes of `loop` that few templates use. */
function loopAttribute(loop: LoopState, name: "cycle" | "changed" | "depth" | "depth0"): Value {
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
