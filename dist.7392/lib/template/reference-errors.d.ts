import { type Value } from "./values/value.ts";
/** Returns the error for a failed operator; an error in arithmetic on two numbers is returned unchanged. */
export declare function rewordOperator(error: unknown, operator: string, left: Value, right: Value): unknown;
/** Returns the error for calling a value that is not callable. */
export declare function rewordCall(error: unknown, callee: Value): unknown;
/** Returns the error for a loop over a value that is not iterable. */
export declare function rewordLoop(error: unknown, iterable: Value): unknown;
/** Returns the error for a failed filter; a filter that the reference defines for the operand keeps its own error. */
export declare function rewordFilter(error: unknown, name: string, hasArguments: boolean, operand: Value): unknown;
