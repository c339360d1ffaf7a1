import type { For } from "../syntax/ast.ts";
import { type Compiler } from "./compiler.ts";
import { type Execute } from "./frame.ts";
import type { Scope } from "./scope.ts";
export declare function compileFor(node: For, scope: Scope, compiler: Compiler): Execute;
