import { TemplateSyntaxError } from "../errors.ts";
import type { Settings } from "../runtime.ts";
import type { Expression, Statement } from "../syntax/ast.ts";
import type { Source } from "../syntax/source.ts";
import type { Value } from "../values/value.ts";
import type { Evaluate, Execute, RenderBlock, Unit } from "./frame.ts";
import type { Place, Scope } from "./scope.ts";

/** Functions that the parts of the compiler share, to reach each other. */
export interface Compiler {
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
	expression(node: Expression, scope: Scope): Evaluate;
	body(nodes: readonly Statement[], scope: Scope): Execute;
}

export function failAt(compiler: Compiler, message: string, offset: number): never {
	throw new TemplateSyntaxError(message, compiler.source, offset);
}

/** A name in a scope. */
interface Variable {
	readonly places: readonly Place[];
	readonly evaluate: Evaluate;
}

/** The functions of literals and names: one for all that mean the same, since each takes 100 to 300 bytes. */
export class Leaves {
	readonly #constants = new Map<Value, Evaluate>();
	readonly #variables = new Map<number, Map<string, Variable>>();

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
		make: (name: string, scope: Scope, places: readonly Place[]) => Evaluate,
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

/** Stands for the id of a scope. */
const CONTEXT = -1;

function areEqual(a: readonly Place[], b: readonly Place[]): boolean {
	return (
		a.length === b.length && a.every(({ hops, slot }, index) => hops === b[index]?.hops && slot === b[index]?.slot)
	);
}
