import { locateError, TemplateSyntaxError } from "../errors.ts";
import type { HostContext } from "../host-context.ts";
import type { Settings } from "../runtime.ts";
import type { Expression, Node, Program, Statement } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import { chargeBytes, chargeStep } from "../values/meter.ts";
import { Safe, Tuple, type Value } from "../values/value.ts";
import type { Context, Evaluate, Execute, Frame, RenderBlock, Unit } from "./frame.ts";

/** The variables of one function: the top level, a macro, a block, the body of a recursive loop. */
export class Layout {
	size = 0;

	allocate(): number {
		return this.size++;
	}
}

interface Binding {
	readonly slot: number;
	/** The variable has a value whenever the scope is entered, so that no outer one can show through. */
	readonly isAlwaysSet: boolean;
	/** Whether code reads the variable. */
	isUsed: boolean;
}

/** Location of a name: the number of functions outward, and the slot there. */
export interface NameSlot {
	readonly hops: number;
	readonly slot: number;
}

/** Names of parts of a call, provided only where they are used. */
const CALL_NAMES = new Set(["caller", "kwargs", "varargs"]);

/** State of a scope besides its names. */
interface Flags {
	/** Unknown filters and tests are reported when they are reached. */
	readonly isSoft: boolean;
	readonly isInLoop: boolean;
	/** Whether values are escaped: known, or determined at run time. */
	readonly escapes: boolean | "runtime";
	/** Output disappears once the template has been extended. */
	readonly isExtensible: boolean;
}

let nextId = 0;

/** The names visible to a stretch of code, known before it runs. */
export class Scope {
	/** Tells scopes apart; the same under different rules. */
	readonly id: number;
	/** The compilation the scope belongs to. */
	readonly compiler: Compiler;
	readonly layout: Layout;
	readonly flags: Flags;
	readonly parent: Scope | undefined;
	readonly names: Map<string, Binding>;
	/** First use of each name by code of the scope itself, not of an inner one. */
	readonly #firstUses: Map<string, "read" | "set">;

	constructor(
		compiler: Compiler,
		layout: Layout,
		flags: Flags,
		parent: Scope | undefined,
		names: Map<string, Binding> = new Map(),
		firstUses: Map<string, "read" | "set"> = new Map(),
		id = nextId++,
	) {
		this.id = id;
		this.compiler = compiler;
		this.layout = layout;
		this.flags = flags;
		this.parent = parent;
		this.names = names;
		this.#firstUses = firstUses;
	}

	/** Returns a scope inside this one, in the same function. */
	inner(flags: Partial<Flags> = {}): Scope {
		return new Scope(this.compiler, this.layout, { ...this.flags, isSoft: false, ...flags }, this);
	}

	/** Returns a scope inside this one in a separate function. */
	function(flags: Partial<Flags> = {}): Scope {
		return new Scope(this.compiler, new Layout(), { ...this.flags, isSoft: false, isInLoop: false, ...flags }, this);
	}

	/** Returns the same scope under different rules. */
	with(flags: Partial<Flags>): Scope {
		const all = { ...this.flags, ...flags };
		return new Scope(this.compiler, this.layout, all, this.parent, this.names, this.#firstUses, this.id);
	}

	/** Allocates a slot for a name; returns its number. */
	declare(name: string, isAlwaysSet = false): number {
		const known = this.names.get(name);
		if (known) return known.slot;
		const slot = this.layout.allocate();
		this.names.set(name, { slot, isAlwaysSet, isUsed: false });
		return slot;
	}

	/** Records that a name is read. */
	read(name: string): void {
		if (!this.#firstUses.has(name)) this.#firstUses.set(name, "read");
	}

	/** Records that a name is set; returns the number of its variable. */
	set(name: string): number {
		// In a branch it may not run, and the name keeps its earlier meaning.
		if (!this.#firstUses.has(name)) this.#firstUses.set(name, this.flags.isSoft ? "read" : "set");
		return this.declare(name);
	}

	/**
	 * Whether a variable without a value hides the name of the context. That is so once the scope of the variable sets it
	 * without having read it, even where that comes later; code around the scope that reads the name makes it known.
	 */
	hidesContext(name: string): boolean {
		let isHidden = false;
		for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
			const use = scope.#firstUses.get(name);
			isHidden = scope.names.has(name) ? use === "set" : isHidden && use !== "read";
		}
		return isHidden;
	}

	/** Whether code reads a name of this scope. */
	isUsed(name: string): boolean {
		return this.names.get(name)?.isUsed ?? false;
	}

	/** Returns the places where a name may be found, innermost first. */
	resolve(name: string): NameSlot[] {
		const places: NameSlot[] = [];
		let hops = 0;
		let isHidden = false;
		for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
			const binding = scope.names.get(name);
			if (binding) {
				binding.isUsed = true;
				if (!isHidden) places.push({ hops, slot: binding.slot });
				isHidden ||= binding.isAlwaysSet;
				// A macro that passes on its call block uses it too.
				if (isHidden && !CALL_NAMES.has(name)) break;
			}
			if (scope.parent && scope.parent.layout !== scope.layout) hops++;
		}
		return places;
	}
}

/** Compiler functions that differ between engines. */
export interface CompilerParts {
	/** Compiles the statement of a tag that `Syntax.readTag` reads; undefined for other statements. */
	compileTag(node: Statement, scope: Scope): Execute | undefined;
	compileChain(node: Node<"ComparisonChain">, scope: Scope): Evaluate;
	compileRecursive(node: Node<"For">, source: Evaluate, scope: Scope): Execute;
	/** Provides host functions with the context of their call. */
	compilePlace(scope: Scope): (frame: Frame) => () => HostContext;
	/** Whether an expression has the same value everywhere: Jinja2 evaluates it while compiling. */
	isConstant(node: Expression): boolean;
	/** Whether a template extends another one. */
	isDerived(program: Program): boolean;
	readonly runUnit: Unit["runIn"];
	/** Returns the value of `self`. */
	blocksOf(context: Context): Value | undefined;
}

/** What all scopes of a template share. */
export interface Compiler {
	readonly parts: CompilerParts;
	readonly settings: Settings;
	readonly source: Source;
	/** The blocks found so far. */
	readonly blocks: Map<string, RenderBlock>;
	/** Records that the template uses an unknown filter or test. */
	noteUnknown(error: TemplateSyntaxError): void;
	/** Compiled templates by name; undefined for unknown ones. */
	readonly load: ((name: string) => Unit | undefined) | undefined;
	/** The functions of literals and names, shared while a template is compiled: they are most of its expressions. */
	readonly leaves: Leaves;
	body(nodes: readonly Statement[], scope: Scope): Execute;
	/** Compiles an expression, for `compileExpression`. */
	readonly compileNode: (node: Expression, scope: Scope) => Evaluate;
}

export function failAt({ compiler }: Scope, message: string, offset: number): never {
	throw new TemplateSyntaxError(message, compiler.source, offset);
}

/** A name in a scope. */
interface ScopeVariable {
	readonly places: readonly NameSlot[];
	readonly evaluate: Evaluate;
}

/** The functions of literals and names: one for all with the same meaning, since each takes 100 to 300 bytes. */
export class Leaves {
	readonly #constants = new Map<Value, Evaluate>();
	readonly #variables = new Map<number, Map<string, ScopeVariable>>();

	/** Returns the function of a value that takes part in no other identity: a string, number, boolean or none. */
	constant(value: Value): Evaluate {
		const known = this.#constants.get(value);
		if (known) return known;
		const made = (): Value => value;
		this.#constants.set(value, made);
		return made;
	}

	/** @param make makes the function of a name that is found at these places */
	variable(
		name: string,
		scope: Scope,
		make: (name: string, scope: Scope, places: readonly NameSlot[]) => Evaluate,
	): Evaluate {
		const places = scope.resolve(name);
		// Names of the context are the same in all scopes.
		const owner = places.length === 0 ? CONTEXT : scope.id;
		let variables = this.#variables.get(owner);
		if (!variables) {
			variables = new Map();
			this.#variables.set(owner, variables);
		}
		const known = variables.get(name);
		if (known && areEqual(known.places, places)) return known.evaluate;
		const evaluate = make(name, scope, places);
		variables.set(name, { places, evaluate });
		return evaluate;
	}

	/** Drops everything, so that a compiled template does not keep it. */
	clear(): void {
		this.#constants.clear();
		this.#variables.clear();
	}
}

/** Used in place of a scope's id. */
const CONTEXT = -1;

function areEqual(a: readonly NameSlot[], b: readonly NameSlot[]): boolean {
	return (
		a.length === b.length && a.every(({ hops, slot }, index) => hops === b[index]?.hops && slot === b[index]?.slot)
	);
}

/** Adds the place of a node to the errors of its function. */
export function located<Result>(
	{ compiler: { source } }: Scope,
	offset: number,
	run: (frame: Frame) => Result,
): (frame: Frame) => Result {
	return (frame) => {
		try {
			return run(frame);
		} catch (error) {
			throw locateError(error, source, offset);
		}
	};
}

/** Counts a step at each call where steps are limited. */
export function charged<Result>(run: (frame: Frame) => Result, { settings }: Compiler): (frame: Frame) => Result {
	if (settings.limits.max_steps === undefined) return run;
	return (frame) => {
		chargeStep();
		return run(frame);
	};
}

/** Turns an expression into a function of the frame. */
export function compileExpression(node: Expression, scope: Scope): Evaluate {
	const run = charged(scope.compiler.compileNode(node, scope), scope.compiler);
	if (scope.compiler.settings.limits.max_memory === undefined || !MAKERS.has(node.type)) return run;
	// V8 joins two texts without copying them.
	const isSum = node.type === "BinaryExpression" && node.operator.value !== "*";
	return (frame) => {
		const value = run(frame);
		chargeBytes(sizeOf(value, isSum));
		return value;
	};
}

/** Expressions whose value may be new. */
const MAKERS: ReadonlySet<string> = new Set([
	"BinaryExpression",
	"FilterExpression",
	"CallExpression",
	"ArrayLiteral",
	"TupleLiteral",
	"ObjectLiteral",
]);

/** Bytes of a value besides its members, roughly as V8 holds it. */
function sizeOf(value: Value, isSum: boolean): number {
	if (typeof value === "string") return OBJECT_BYTES + (isSum ? 0 : value.length);
	if (Array.isArray(value)) return OBJECT_BYTES + value.length * 8;
	if (value instanceof Safe) return OBJECT_BYTES + value.text.length;
	if (value instanceof Tuple) return OBJECT_BYTES + value.items.length * 8;
	if (value instanceof Map) return OBJECT_BYTES + value.size * ENTRY_BYTES;
	return typeof value === "bigint" || (typeof value === "object" && value !== null) ? OBJECT_BYTES : 0;
}

const OBJECT_BYTES = 32;
const ENTRY_BYTES = 64;
