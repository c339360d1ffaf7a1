import type { Expression } from "../syntax/ast.ts";
import { type Compiler } from "./compiler.ts";
import type { Evaluate } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Turns an expression into a function of the frame. */
export declare function compileExpression(node: Expression, scope: Scope, compiler: Compiler): Evaluate;
