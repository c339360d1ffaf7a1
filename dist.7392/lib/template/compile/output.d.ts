import type { Expression } from "../syntax/ast.ts";
import type { Compiler } from "./compiler.ts";
import { type Execute } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Compiles an expression that stands as a statement, or text: writes it. */
export declare function compileOutput(node: Expression, scope: Scope, compiler: Compiler): Execute;
