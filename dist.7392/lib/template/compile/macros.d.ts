import type { CallStatement, Macro as MacroNode } from "../syntax/ast.ts";
import { type Compiler } from "./compiler.ts";
import { type Execute } from "./frame.ts";
import type { Scope } from "./scope.ts";
export declare function compileMacro(node: MacroNode, scope: Scope, compiler: Compiler): Execute;
export declare function compileCallBlock(node: CallStatement, scope: Scope, compiler: Compiler): Execute;
