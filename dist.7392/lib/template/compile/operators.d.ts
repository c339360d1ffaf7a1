import type { BinaryExpression, ComparisonChain, UnaryExpression } from "../syntax/ast.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluate } from "./frame.ts";
import type { Scope } from "./scope.ts";
export declare function compileUnary(node: UnaryExpression, scope: Scope, compiler: Compiler): Evaluate;
export declare function compileBinary(node: BinaryExpression, scope: Scope, compiler: Compiler): Evaluate;
export declare function compileChain(node: ComparisonChain, scope: Scope, compiler: Compiler): Evaluate;
