import type { Applied, CallExpression, Expression } from "./ast.ts";
import { type TokenStream } from "./token-stream.ts";
export interface TupleOptions {
    /** The tuple is in parentheses and so may be empty. */
    explicit?: boolean;
    /** Whether members may be conditional expressions. Default true. */
    conditional?: boolean;
    /** How members are read; default: as expressions. */
    read?: () => Expression;
}
/** Parses expressions, from conditional down to literals. */
export declare class ExpressionParser {
    #private;
    protected readonly stream: TokenStream;
    constructor(stream: TokenStream);
    expression(conditional?: boolean): Expression;
    /** One expression, or several with commas between them, which make a tuple. */
    tuple({ explicit, conditional, read }?: TupleOptions): Expression;
    /** Parses an operand with its sign, members, calls, filters and tests. */
    unary(withFilters?: boolean): Expression;
    /** Parses a literal, a name, or something in brackets. */
    primary(): Expression;
    /** Members and calls after an operand. */
    postfix(node: Expression): Expression;
    /** Parses a call of the callee, whose parenthesis is the current token. */
    call(callee: Expression): CallExpression;
    /** Parses a filter with its arguments. */
    applied(): Applied;
}
