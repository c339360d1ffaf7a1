import { type Expression } from "../syntax/ast.ts";
/** Whether an expression has the same value wherever it stands. */
export declare function isConstant(node: Expression): boolean;
