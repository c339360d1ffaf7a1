import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Callable } from "../values/callable.ts";
import { Range, Special, type Value } from "../values/value.ts";
import { requireInteger } from "./arguments.ts";
import { define } from "./define.ts";

/** Returns the result of `range`. */
export function makeRange(runtime: Runtime, args: readonly Value[]): Range {
	if (args.length === 0) throw new TemplateRuntimeError("range expected at least 1 argument, got 0");
	if (args.length > 3) throw new TemplateRuntimeError(`range expected at most 3 arguments, got ${args.length}`);
	const [first = 0, second, step = 1] = args.map(requireInteger);
	if (step === 0) throw new TemplateRuntimeError("range() arg 3 must not be zero");
	const range = second === undefined ? new Range(0, first, 1) : new Range(first, second, step);
	const { max_range } = runtime.settings.limits;
	if (range.length > max_range)
		throw new TemplateRuntimeError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${max_range}).`);
	return range;
}

/** Returns the result of `cycler`. */
export function makeCycler(items: readonly Value[]): Special {
	return new Cycler(items);
}

/** Cycles through a list of values, one step at each call of `next`. */
class Cycler extends Special {
	readonly #items: readonly Value[];
	#position = 0;

	constructor(items: readonly Value[]) {
		super();
		if (items.length === 0) throw new TemplateRuntimeError("at least one item has to be provided");
		this.#items = items;
	}

	get typeName(): string {
		return "Cycler";
	}

	override get qualifiedName(): string {
		return "jinja2.utils.Cycler";
	}

	override attribute(name: string): Value | undefined {
		switch (name) {
			case "current":
				return this.#items[this.#position];
			case "next":
				return define("next", { parameters: [], run: () => this.#advance() });
			case "reset":
				return define("reset", { parameters: [], run: () => this.#reset() });
			default:
				return undefined;
		}
	}

	#advance(): Value {
		const item = this.#items[this.#position];
		this.#position = (this.#position + 1) % this.#items.length;
		return item;
	}

	#reset(): null {
		this.#position = 0;
		return null;
	}
}

/** Returns a callable that returns an empty text at the first call and the separator afterwards. */
export function makeJoiner(separator: string): Callable<Runtime> {
	let isUsed = false;
	return define("joiner", {
		parameters: [],
		run: () => {
			const text = isUsed ? separator : "";
			isUsed = true;
			return text;
		},
	});
}
