import type { Expression } from "./ast.ts";
import { isInteger } from "./token-stream.ts";

/** Returns the literal of a number token, which may begin with a sign. */
export function readNumber(text: string, offset: number): Expression {
	const digits = text.replaceAll("_", "");
	if (!isInteger(digits)) return { type: "FloatLiteral", value: Number(digits), offset };
	const sign = digits.startsWith("-") ? -1 : 1;
	const unsigned = digits.replace(/^[+-]/, "");
	const value = sign * Number(unsigned);
	// Adding zero turns -0 into 0.
	if (Number.isSafeInteger(value)) return { type: "IntegerLiteral", value: value + 0, offset };
	return { type: "IntegerLiteral", value: BigInt(sign) * BigInt(unsigned), offset };
}
