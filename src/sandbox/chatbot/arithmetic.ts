/** Words for operators. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
	[/\bplus\b/g, "+"],
	[/\bminus\b/g, "-"],
	[/\b(?:times|multiplied by)\b/g, "*"],
	[/\b(?:divided by|over)\b/g, "/"],
	[/\bto the power of\b/g, "^"],
	[/\bsquared\b/g, "^2"],
	[/\bmod(?:ulo)?\b/g, "%"],
	[/[×·]/g, "*"],
	[/÷/g, "/"],
	[/−/g, "-"],
	[/\*\*/g, "^"],
	[/(?<=\d)\s*x\s*(?=\d)/g, "*"],
	[/(?<=\d),(?=\d{3}\b)/g, ""],
	[/([\d.]+)\s*% of\b/g, "$1/100*"],
	[/\bsquare root of ([\d.]+)/g, "$1^0.5"],
];
const EXPRESSION = /[-(\d.][-+*/^%().\d\s]*[+*/^%-][-+*/^%().\d\s]*[\d)]/;

/** Characters of a text that are searched for a calculation. */
const LONGEST = 1000;

/** Returns the first calculation in a text, and its result; undefined if there is none, and for long texts. */
export function findCalculation(text: string): { expression: string; result: number } | undefined {
	if (text.length > LONGEST) return undefined;
	const written = SPOKEN.reduce((rest, [word, sign]) => rest.replace(word, sign), text.toLowerCase());
	const expression = EXPRESSION.exec(written)?.[0].trim();
	// Dates, telephone numbers and ranges are not calculations.
	if (expression === undefined || /^\d+(?:-\d+)+$/.test(expression) || /^\d+\/\d+\/\d+$/.test(expression))
		return undefined;
	const result = evaluate(expression.replace(/\s+/g, ""));
	if (result === undefined || !Number.isFinite(result)) return undefined;
	return { expression: expression.replace(/\s*([+*/^%]|(?<=[\d)]\s*)-)\s*/g, " $1 "), result };
}

/** Evaluates sums, products, powers and brackets; undefined for other texts. */
function evaluate(expression: string): number | undefined {
	let position = 0;
	const peek = (): string => expression[position] ?? "";

	function sum(): number {
		let value = product();
		while (peek() === "+" || peek() === "-")
			value = expression[position++] === "+" ? value + product() : value - product();
		return value;
	}
	function product(): number {
		let value = power();
		while ("*/%".includes(peek()) && peek() !== "") {
			const sign = expression[position++];
			const right = power();
			value = sign === "*" ? value * right : sign === "/" ? value / right : value % right;
		}
		return value;
	}
	function power(): number {
		if (peek() === "-") {
			position++;
			return -power();
		}
		const base = atom();
		if (peek() !== "^") return base;
		position++;
		return base ** power();
	}
	function atom(): number {
		if (peek() === "(") {
			position++;
			const value = sum();
			if (expression[position++] !== ")") return Number.NaN;
			return value;
		}
		const [number = ""] = /^\d*\.?\d+/.exec(expression.slice(position)) ?? [];
		position += number.length;
		return number === "" ? Number.NaN : Number(number);
	}

	const value = sum();
	return position === expression.length && !Number.isNaN(value) ? value : undefined;
}

/** Formats a number without floating-point noise. */
export function formatNumber(value: number): string {
	return String(Number(value.toPrecision(12)));
}
