import { type Value } from "./value.ts";
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**";
/** Applies an operator to any two values; printf formatting is the caller's business. */
export declare function calculate(operator: ArithmeticOperator, left: Value, right: Value, maxString: number): Value;
/** Unary minus and plus. */
export declare function applySign(sign: string, operand: Value): Value;
