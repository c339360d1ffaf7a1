/** A number of the input that may change if it is parsed and printed: `1234567890123456789`, `1.50`. */
export class ExactNumber {
	readonly text: string;

	/** @param text the number in the form of JSON */
	constructor(text: string) {
		this.text = text;
	}

	/** Whether a floating-point number can hold it: 1.50 and 1e5, but not 12345678901234567890. */
	get isFloat(): boolean {
		return normalize(this.text) === normalize(String(Number(this.text)));
	}

	toString(): string {
		return this.text;
	}
}

/** The digits of a number, and the place of its point behind them. */
function normalize(text: string): string {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+/, "");
	const kept = digits.replace(/0+$/, "");
	return kept === ""
		? `${sign}${whole === "" ? text : 0}`
		: `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
