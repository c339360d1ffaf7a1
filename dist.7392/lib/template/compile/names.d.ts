import type { Expression, Identifier, Statement } from "../syntax/ast.ts";
import { type Value } from "../values/value.ts";
import { type Compiler } from "./compiler.ts";
import { type Evaluate, type Frame } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Reads a variable, or a name of the context. */
export declare function compileName(node: Identifier, scope: Scope): Evaluate;
/** Reads what a name means at the end of a scope. */
export declare function compileVariable(name: string, scope: Scope): Evaluate;
/** Stores a value somewhere. */
export type Assign = (frame: Frame, value: Value) => void;
/** Compiles the target of an assignment, whose names must have been declared. */
export declare function compileTarget(node: Expression, scope: Scope, compiler: Compiler): Assign;
/** Names that the target of an assignment binds. */
export declare function namesOf(target: Expression): string[];
/** Declares all names that statements assign in their own scope, anywhere in it. */
export declare function declareNames(nodes: readonly Statement[], scope: Scope): void;
