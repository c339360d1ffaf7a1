import type { Block, Extends, FromImport, Import, Include } from "../syntax/ast.ts";
import { type Compiler } from "./compiler.ts";
import { type Execute } from "./frame.ts";
import type { Scope } from "./scope.ts";
export declare function compileBlock(node: Block, scope: Scope, compiler: Compiler): Execute;
export declare function compileExtends(node: Extends, scope: Scope, compiler: Compiler): Execute;
export declare function compileInclude(node: Include, scope: Scope, compiler: Compiler): Execute;
export declare function compileImport(node: Import, scope: Scope, compiler: Compiler): Execute;
export declare function compileFrom(node: FromImport, scope: Scope, compiler: Compiler): Execute;
