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

/** Evaluates sums, products, powers and brackets; NaN for other texts. */
function evaluate(expression: string): number {
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
	return position === expression.length ? value : Number.NaN;
}
