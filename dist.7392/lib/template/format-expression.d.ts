import { type Applied, type Argument, type Expression } from "./syntax/ast.ts";
/** Template source of an expression in the uniform layout. */
export declare function formatExpression(node: Expression): string;
/** Formats an expression that a word follows: a test without arguments at its end would take the word for one. */
export declare function closeTest(text: string): string;
/** Formats the iterable of a loop: a conditional expression there needs parentheses. */
export declare function formatIterable(node: Expression): string;
/** Formats the iterable of a loop with its filter; `isRecursive` if that word follows. */
export declare function formatSource(node: Expression, isRecursive: boolean): string;
/** Arguments in parentheses. */
export declare function formatArguments(args: readonly Argument[]): string;
/** Formats a filter or test with its arguments. */
export declare function formatApplied(node: Applied): string;
