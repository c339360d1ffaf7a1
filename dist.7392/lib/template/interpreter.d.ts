import type { Program } from "./syntax/ast.ts";
import type { Value } from "./values/value.ts";
/** A scope of variables for using the interpreter directly. Knows `namespace` and what is declared in it. */
export declare class Environment {
    #private;
    readonly parent: Environment | undefined;
    constructor(parent?: Environment);
    /**
     * Declares a variable.
     *
     * @throws SyntaxError if this very scope has the name already
     */
    set(name: string, value: unknown): Value;
    /** Sets a variable, whether or not it exists. */
    setVariable(name: string, value: Value): Value;
    /** Returns the value of a variable of this scope or one around it; the undefined value if there is none. */
    lookupVariable(name: string): Value;
    /** Returns all variables that can be seen, those of this scope first in importance. */
    variables(): Map<string, Value>;
}
/** Runs syntax trees in an environment. */
export declare class Interpreter {
    readonly environment: Environment;
    constructor(environment?: Environment);
    /**
     * Renders a program.
     *
     * @returns an object whose `value` is the text
     * @throws TemplateSyntaxError, TemplateError
     */
    run(program: Program): {
        type: "StringValue";
        value: string;
    };
}
