import { TemplateRuntimeError } from "../errors.ts";
import { float, type Value } from "./value.ts";

/** The operators on numbers. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**";

/** Applies an operator to two floats. */
export function calculateFloats(operator: ArithmeticOperator, a: number, b: number): Value {
	switch (operator) {
		case "+":
			return float(a + b);
		case "-":
			return float(a - b);
		case "*":
			return float(a * b);
		case "/":
			if (b === 0) throw new TemplateRuntimeError("float division by zero");
			return float(a / b);
		case "**":
			if (a === 0 && b < 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
			return float(raiseFloat(a, b));
		case "%": {
			if (b === 0) throw new TemplateRuntimeError("float modulo");
			const remainder = a % b;
			if (remainder === 0) return float(b < 0 ? -0 : 0);
			return float(remainder < 0 === b < 0 ? remainder : remainder + b);
		}
		case "//":
			if (b === 0) throw new TemplateRuntimeError("float floor division by zero");
			return float(floorDivide(a, b));
	}
}

/** As C has it: powers of one are one, whatever the exponent; what grows too large is an error rather than infinite. */
function raiseFloat(base: number, exponent: number): number {
	if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
	const power = base ** exponent;
	if (Math.abs(power) === Infinity && Number.isFinite(base) && Number.isFinite(exponent))
		throw new TemplateRuntimeError("(34, 'Numerical result out of range')");
	return power;
}

/** Computed from the remainder, so that both agree; a zero keeps the sign of the quotient. */
function floorDivide(a: number, b: number): number {
	const remainder = a % b;
	const isBelow = remainder !== 0 && remainder < 0 !== b < 0;
	const quotient = (a - remainder) / b - (isBelow ? 1 : 0);
	if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
	const floor = Math.floor(quotient);
	return quotient - floor > 0.5 ? floor + 1 : floor;
}
