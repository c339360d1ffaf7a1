import type { TemplateSyntaxError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { getKey, type Mapping } from "../values/dict.ts";
import type { Value } from "../values/value.ts";

/** Variables and output of one activation of a template or macro. */
export class Frame {
	/** Variables by number; undefined if nothing has been assigned. */
	readonly slots: Value[];
	/** The frame of the code around this one, for macros and the like. */
	readonly parent: Frame | undefined;
	readonly context: Context;
	readonly runtime: Runtime;
	/** Text written so far. */
	out = "";
	/** The text becomes a value rather than output. */
	isCaptured = false;
	/** The template that `extends` named, once it has run, and the text written before. */
	extended: { readonly unit: Unit; readonly before: string } | undefined;

	constructor(size: number, parent: Frame | undefined, context: Context, runtime: Runtime) {
		this.slots = new Array<Value>(size).fill(undefined);
		this.parent = parent;
		this.context = context;
		this.runtime = runtime;
	}
}

/** How a statement ended. */
export type Signal = 0 | 1 | 2;
export const DONE = 0;
export const BREAK = 1;
export const CONTINUE = 2;

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;

/** A compiled statement. */
export type Execute = (frame: Frame) => Signal;

/** A compiled block: renders itself given its place in the chain of overriding blocks. */
export type RenderBlock = (context: Context, runtime: Runtime, level: number) => string;

/** A compiled template. */
export interface Unit {
	readonly run: Execute;
	/** Renders the template as part of others or alone, as its engine does. */
	readonly runIn: (unit: Unit, context: Context, runtime: Runtime, isTop: boolean) => Frame;
	/** How many variables its top level has. */
	readonly size: () => number;
	/** The names its top level assigns, with the number of their variable. */
	readonly names: ReadonlyMap<string, { readonly slot: number }>;
	readonly blocks: ReadonlyMap<string, RenderBlock>;
	/** Other templates, or blocks, may read the names of its top level. */
	readonly sharesNames: boolean;
	/** Whether output is escaped at first. */
	readonly autoescape: boolean;
	/** The template uses an unknown filter or test that it may reach. */
	readonly unknown: TemplateSyntaxError | undefined;
}

/**
 * The names visible to a template besides its own variables, and the blocks of the templates that extend each other.
 */
export class Context {
	readonly #data: Mapping;
	readonly globals: ReadonlyMap<string, Value>;
	readonly #outer: Context | undefined;
	/** Finds names of top levels that are visible besides. */
	lookupShared: ((name: string) => Value | undefined) | undefined;
	/** By name the blocks of all templates of the chain, the most derived first. */
	readonly blocks: Map<string, RenderBlock[]>;

	constructor(
		data: Mapping,
		globals: ReadonlyMap<string, Value>,
		outer?: Context,
		blocks?: Map<string, RenderBlock[]>,
	) {
		this.#data = data;
		this.globals = globals;
		this.#outer = outer;
		this.blocks = blocks ?? new Map();
	}

	/** Returns the value of a name; undefined if there is none. */
	lookup(name: string): Value | undefined {
		const shared = this.lookupShared?.(name);
		const own = shared === undefined ? getKey(this.#data, name) : shared;
		if (own !== undefined) return own;
		return this.#outer ? this.#outer.lookup(name) : this.globals.get(name);
	}
}

/** Renders a template in a context; returns the frame of its top level, with the output. */
export function runUnit(unit: Unit, context: Context, runtime: Runtime, isTop = false): Frame {
	// The reference reports unknown names only when it reaches them.
	if (unit.unknown && !runtime.settings.reference) throw unit.unknown;
	return unit.runIn(unit, context, runtime, isTop);
}

/** Renders a template that no other one is part of. */
export function runAlone(unit: Unit, context: Context, runtime: Runtime): Frame {
	const frame = new Frame(unit.size(), undefined, context, runtime);
	runtime.top.push(frame);
	unit.run(frame);
	return frame;
}
