import { NAMESPACE } from "./builtins/globals.ts";
import { compileProgram } from "./compile/compile.ts";
import { Context } from "./compile/frame.ts";
import { readSettings } from "./options.ts";
import type { Program } from "./syntax/ast.ts";
import { renderUnit } from "./template.ts";
import { Undefined } from "./values/undefined.ts";
import type { Value } from "./values/value.ts";

/** A scope of variables for using the interpreter directly. Knows `namespace` and what is declared in it. */
export class Environment {
	readonly parent: Environment | undefined;
	readonly #variables: Map<string, Value>;

	constructor(parent?: Environment) {
		this.parent = parent;
		this.#variables = new Map([NAMESPACE]);
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
		return this.parent ? this.parent.lookupVariable(name) : new Undefined("default", { name });
	}

	/** Returns all variables that can be seen, those of this scope first in importance. */
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
		const settings = { ...readSettings({}), globals: new Map<string, Value>() };
		const unit = compileProgram(program, { settings, autoescape: false, load: undefined });
		return {
			type: "StringValue",
			value: renderUnit(unit, new Context(this.environment.variables(), settings.globals), settings),
		};
	}
}
