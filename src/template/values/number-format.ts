/** Extra digits that show whether a number is exactly halfway between two results. */
const GUARD_DIGITS = 30;

/** Maximum digits that JavaScript writes. */
const MAX_DIGITS = 100;

/**
 * Returns a finite number with a fixed count of digits after the point, halves rounded to even on the exact binary
 * value.
 */
export function toFixed(value: number, precision: number): string {
	const sign = value < 0 || Object.is(value, -0) ? "-" : "";
	const size = Math.abs(value);
	if (size >= 1e21) {
		const digits = String(BigInt(size));
		return sign + digits + (precision > 0 ? `.${"0".repeat(precision)}` : "");
	}
	const places = Math.min(precision, MAX_DIGITS);
	const guarded = size.toFixed(Math.min(MAX_DIGITS, places + GUARD_DIGITS));
	const rounded = toEven(size.toFixed(places), guarded.slice(guarded.indexOf(".") + 1 + places));
	return sign + rounded + "0".repeat(precision - places);
}

/** Returns a finite number in exponent form, as mantissa text and exponent. */
function toExponential(value: number, precision: number): { mantissa: string; exponent: number } {
	const sign = value < 0 || Object.is(value, -0) ? "-" : "";
	const size = Math.abs(value);
	const places = Math.min(precision, MAX_DIGITS);
	const [mantissa = "", exponent = "0"] = size.toExponential(places).split("e");
	const [guarded = ""] = size.toExponential(Math.min(MAX_DIGITS, places + GUARD_DIGITS)).split("e");
	const rounded = toEven(mantissa, guarded.slice(2 + places));
	return { mantissa: sign + rounded + "0".repeat(precision - places), exponent: Number(exponent) };
}

/** Reverses the rounding up of an exact half if that made the last digit odd. */
function toEven(rounded: string, tail: string): string {
	const last = Number(rounded.at(-1));
	if (last % 2 === 0 || !/^50*$/.test(tail)) return rounded;
	return rounded.slice(0, -1) + String(last - 1);
}

/** Writes an exponent with a sign and at least two digits. */
function formatExponent(exponent: number, marker: string): string {
	return `${marker}${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/**
 * Returns the shorter of fixed and exponent form with so many significant digits; of these one must follow a point if
 * required.
 */
export function toGeneral(
	value: number,
	precision: number,
	keepZeros: boolean,
	marker: string,
	needsFraction = false,
): string {
	const digits = Math.max(1, precision);
	const { mantissa, exponent } = toExponential(value, digits - 1);
	const trim = (text: string): string => {
		if (keepZeros) return text.includes(".") ? text : `${text}.`;
		return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
	};
	if (exponent >= -4 && exponent < digits - Number(needsFraction)) return trim(toFixed(value, digits - 1 - exponent));
	return trim(mantissa) + formatExponent(exponent, marker);
}

/** Returns a number of any kind in one of the float presentations `e f g %`; not-a-number and infinities by name. */
export function formatFloatAs(value: number, type: string, precision: number, alternate: boolean): string {
	const kind = type.toLowerCase();
	const isUpper = type !== kind;
	const shown = kind === "%" ? value * 100 : value;
	if (!Number.isFinite(shown)) {
		const name = Number.isNaN(shown) ? "nan" : shown < 0 ? "-inf" : "inf";
		return (isUpper ? name.toUpperCase() : name) + (kind === "%" ? "%" : "");
	}
	const marker = isUpper ? "E" : "e";
	const point = alternate && precision === 0 ? "." : "";
	if (kind === "e") {
		const { mantissa, exponent } = toExponential(value, precision);
		return mantissa + point + formatExponent(exponent, marker);
	}
	if (kind === "g") return toGeneral(value, precision, alternate, marker);
	if (kind === "%") return `${toFixed(shown, precision)}${point}%`;
	return toFixed(value, precision) + point;
}
