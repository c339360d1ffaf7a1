import type { Expression, Program } from "./ast.ts";
import { Source } from "./source.ts";
import type { Token } from "./tokens.ts";
export interface ParserOptions {
    /** `loopcontrols` allows `break` and `continue`, `do` the statement of that name. Default: `["loopcontrols"]`. */
    extensions?: readonly string[];
    /** Accept any expression as the target of an assignment. */
    anyTarget?: boolean;
}
/**
 * Builds the syntax tree of a template. Any expression is accepted as the target of an assignment;
 * `Template` and `Interpreter` are stricter.
 *
 * @throws TemplateSyntaxError
 */
export declare function parse(tokens: readonly Token[]): Program;
export declare function parseTokens(tokens: readonly Token[], source: Source, options?: ParserOptions): Program;
/** Whether names can be bound by assigning to the expression, and if not, how a message calls it. */
export declare function refuseTarget(target: Expression): string | undefined;
