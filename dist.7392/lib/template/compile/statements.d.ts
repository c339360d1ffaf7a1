import type { Statement } from "../syntax/ast.ts";
import { type Compiler } from "./compiler.ts";
import { type Execute } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Turns a statement into a function of the frame; undefined if there is nothing to do. */
export declare function compileStatement(node: Statement, scope: Scope, compiler: Compiler): Execute | undefined;
