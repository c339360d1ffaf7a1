import { missingVariable, runProgram, startingVariables } from "./engine.ts";
import type { Program } from "./syntax/ast.ts";
import type { Value } from "./values/value.ts";

/** A scope of variables for using the interpreter directly. Has `namespace` and its declared variables. */
export class Environment {
	readonly parent: Environment | undefined;
	readonly #variables: Map<string, Value>;

	constructor(parent?: Environment) {
		this.parent = parent;
		this.#variables = startingVariables();
	}

	/**
	 * Declares a variable.
	 *
	 * @throws SyntaxError if this very scope has the name already
	 */
	set(name: string, value: unknown): Value {
		if (this.#variables.has(name)) throw new SyntaxError(`Variable already declared: ${name}`);
		return this.setVariable(name, value === undefined ? null : value);
	}

	/** Sets a variable, whether or not it exists. */
	setVariable(name: string, value: Value): Value {
		this.#variables.set(name, value);
		return value;
	}

	/** Returns the value of a variable of this scope or one around it; the undefined value if there is none. */
	lookupVariable(name: string): Value {
		const value = this.#variables.get(name);
		if (value !== undefined) return value;
		return this.parent ? this.parent.lookupVariable(name) : missingVariable(name);
	}

	/** Returns all visible variables; those of this scope win. */
	variables(): Map<string, Value> {
		return new Map([...(this.parent?.variables() ?? []), ...this.#variables]);
	}
}

/** Runs syntax trees in an environment. */
export class Interpreter {
	readonly environment: Environment;

	constructor(environment: Environment = new Environment()) {
		this.environment = environment;
	}

	/**
	 * Renders a program.
	 *
	 * @returns an object whose `value` is the text
	 * @throws TemplateSyntaxError, TemplateError
	 */
	run(program: Program): { type: "StringValue"; value: string } {
		return { type: "StringValue", value: runProgram(program, this.environment.variables()) };
	}
}
