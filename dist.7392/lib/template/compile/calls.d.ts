import type { Applied, Argument, CallExpression, FilterExpression, TestExpression } from "../syntax/ast.ts";
import { type Keywords } from "../values/callable.ts";
import { type Value } from "../values/value.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluate, Frame } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Compiled arguments of a call. */
export interface Arguments {
    readonly positional: (frame: Frame) => Value[];
    /** Absent if the call has no keywords. */
    readonly keywords: ((frame: Frame) => Keywords) | undefined;
}
export declare function compileArguments(args: readonly Argument[], scope: Scope, compiler: Compiler): Arguments;
export declare function compileCall(node: CallExpression, scope: Scope, compiler: Compiler): Evaluate;
/** Applies something to an operand. */
export type Apply = (frame: Frame, operand: Value) => Value;
export declare function compileFilter(node: FilterExpression, scope: Scope, compiler: Compiler): Evaluate;
export declare function compileTest(node: TestExpression, scope: Scope, compiler: Compiler): Evaluate;
/** Compiles a filter or test with its arguments. */
export declare function compileApplied(node: Applied, kind: "filter" | "test", scope: Scope, compiler: Compiler): Apply;
