import type { MemberExpression } from "../syntax/ast.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluate } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** `a.b`, `a.0`, `a[b]` and `a[b:c]` */
export declare function compileMember(node: MemberExpression, scope: Scope, compiler: Compiler): Evaluate;
