const EXPRESSION = /[-(\d.][-+*/^%().\d\s]*[+*/^%-][-+*/^%().\d\s]*[\d)]/;
const OPERATORS: readonly (readonly [words: RegExp, sign: string])[] = [
	[/(?<=\d) ?% of (?=\d)/g, " / 100 * "],
	[/\bplus\b/g, "+"],
	[/\bminus\b|−/g, "-"],
	[/\btimes\b|\bmultiplied by\b|[×·]|(?<=\d\s?)x(?=\s?\d)/g, "*"],
	[/\bdivided by\b|÷/g, "/"],
	[/\bto the power of\b/g, "^"],
];

/** Returns the first calculation in a text with its result, such as `2 + 3 = 5`; undefined without one, and for long texts. */
export function calculate(text: string): string | undefined {
	if (text.length > 1000) return undefined;
	const written = OPERATORS.reduce((rest, [words, sign]) => rest.replace(words, sign), text.toLowerCase());
	const expression = EXPRESSION.exec(written)?.[0].trim();
	// Dates, telephone numbers and ranges are not calculations.
	if (expression === undefined || /^\d+(?:(?:-\d+)+|\/\d+\/\d+)$/.test(expression)) return undefined;
	const result = evaluate(expression.replace(/\s+/g, ""));
	if (!Number.isFinite(result)) return undefined;
	const spaced = expression.replace(/\s*([+*/^%]|(?<=[\d)]\s*)-)\s*/g, " $1 ");
	// Twelve digits are free of floating-point noise.
	return `${spaced} = ${Number(result.toPrecision(12))}`;
}

/** Precedence and function of an operator. */
const OPERATIONS: ReadonlyMap<string, readonly [strength: number, run: (a: number, b: number) => number]> = new Map([
	["+", [1, (a, b) => a + b]],
	["-", [1, (a, b) => a - b]],
	["*", [2, (a, b) => a * b]],
	["/", [2, (a, b) => a / b]],
	["%", [2, (a, b) => a % b]],
	["^", [3, (a, b) => a ** b]],
]);

/** Evaluates sums, products, powers and brackets; NaN for other texts. */
function evaluate(expression: string): number {
	const tokens = expression.match(/\d*\.?\d+|[-+*/^%()]|./g) ?? [];
	const operand = (): number => {
		const token = tokens.shift() ?? "";
		if (token === "-") return -read(2.5);
		if (token !== "(") return /^[\d.]+$/.test(token) ? Number(token) : Number.NaN;
		const value = read(0);
		return tokens.shift() === ")" ? value : Number.NaN;
	};
	/** Reads an operand and the operators behind it that bind more tightly than `least`. */
	function read(least: number): number {
		let value = operand();
		while (true) {
			const [strength = 0, run] = OPERATIONS.get(tokens[0] ?? "") ?? [];
			if (run === undefined || strength <= least) return value;
			const isPower = tokens.shift() === "^";
			// Powers bind to the right.
			value = run(value, read(isPower ? strength - 0.5 : strength));
		}
	}

	const value = read(0);
	return tokens.length === 0 ? value : Number.NaN;
}
