import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { bindArguments, Callable } from "../values/callable.ts";
import { isEqual } from "../values/compare.ts";
import { Tuple, type Value } from "../values/value.ts";

/** Renders one level of a recursive loop for a new iterable. */
export type Descend = (iterable: Value, depth: number) => Value;

/** The value of `loop`. */
export class LoopState extends Callable<Runtime> {
	readonly #items: readonly Value[];
	readonly #depth: number;
	readonly #runtime: Runtime;
	#previous: readonly Value[] | undefined;
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
		this.#depth = depth;
		this.#runtime = runtime;
	}

	override get typeName(): string {
		return "LoopContext";
	}

	override get qualifiedName(): string {
		return "jinja2.runtime.LoopContext";
	}

	override toString(): string {
		return `<LoopContext ${this.index0 + 1}/${this.#items.length}>`;
	}

	override get size(): number {
		return this.#items.length;
	}

	/** Moves on to the next item; the number of items if there is none. */
	advance(): number {
		if (this.index0 + 1 >= this.#items.length) return this.#items.length;
		return ++this.index0;
	}

	/** Iterating over the loop itself consumes its items. */
	override *iterate(): Generator<Value, void, undefined> {
		for (let index = this.advance(); index < this.#items.length; index = this.advance())
			yield new Tuple([this.#items[index], this]);
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
			case "depth":
				return this.#depth + 1;
			case "depth0":
				return this.#depth;
			case "previtem":
				return this.#items[index0 - 1] ?? this.#absent(index0 > 0, "there is no previous item");
			case "nextitem":
				return this.#items[index0 + 1] ?? this.#absent(index0 < length - 1, "there is no next item");
			case "cycle":
				return this.#method("cycle", (args) => this.#cycle(args));
			case "changed":
				return this.#method("changed", (args) => this.#changed(args));
			default:
				return undefined;
		}
	}

	/** A neighbor that is none, or a missing neighbor. */
	#absent(exists: boolean, message: string): Value {
		return exists ? null : this.#runtime.missing(message);
	}

	#method(name: string, run: (args: readonly Value[]) => Value): Callable<Runtime> {
		return new Callable<Runtime>(name, (_, args, keywords) => {
			const [items] = bindArguments(name, { parameters: ["*args"], run: () => null }, args, keywords);
			return run(items as Value[]);
		});
	}

	#cycle(args: readonly Value[]): Value {
		if (args.length === 0) throw new TemplateRuntimeError("no items for cycling given");
		return args[this.index0 % args.length];
	}

	#changed(args: readonly Value[]): boolean {
		const isSame = this.#previous !== undefined && isEqual(new Tuple(this.#previous), new Tuple(args));
		this.#previous = args;
		return !isSame;
	}
}
