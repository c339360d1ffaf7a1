/** A constant object that maps names to numbers and numbers to names. */
type TwoWay<Names extends Record<string, number>> = Readonly<Names> & { readonly [id: number]: keyof Names & string };

function mapBothWays<Names extends Record<string, number>>(names: Names): TwoWay<Names> {
	return Object.freeze({ ...names, ...Object.fromEntries(Object.entries(names).map(([name, id]) => [id, name])) });
}

/** In the order in which names are tried. Numbers from 1000 are not part of GGUF: they only name files. */
const FILE_TYPES = {
	F32: 0,
	F16: 1,
	Q4_0: 2,
	Q4_1: 3,
	Q4_1_SOME_F16: 4,
	Q4_2: 5,
	Q4_3: 6,
	Q8_0: 7,
	Q5_0: 8,
	Q5_1: 9,
	Q2_K: 10,
	Q3_K_S: 11,
	Q3_K_M: 12,
	Q3_K_L: 13,
	Q4_K_S: 14,
	Q4_K_M: 15,
	Q5_K_S: 16,
	Q5_K_M: 17,
	Q6_K: 18,
	IQ2_XXS: 19,
	IQ2_XS: 20,
	Q2_K_S: 21,
	IQ3_XS: 22,
	IQ3_XXS: 23,
	IQ1_S: 24,
	IQ4_NL: 25,
	IQ3_S: 26,
	IQ3_M: 27,
	IQ2_S: 28,
	IQ2_M: 29,
	IQ4_XS: 30,
	IQ1_M: 31,
	BF16: 32,
	Q4_0_4_4: 33,
	Q4_0_4_8: 34,
	Q4_0_8_8: 35,
	TQ1_0: 36,
	TQ2_0: 37,
	MXFP4_MOE: 38,
	NVFP4: 39,
	Q1_0: 40,
	Q2_0: 41,
	Q2_K_XL: 1000,
	Q3_K_XL: 1001,
	Q4_K_XL: 1002,
	Q5_K_XL: 1003,
	Q6_K_XL: 1004,
	Q8_K_XL: 1005,
} as const;

/** Quantization of a whole GGUF file: the value of `general.file_type`. */
export const GGMLFileQuantizationType: TwoWay<typeof FILE_TYPES> = mapBothWays(FILE_TYPES);
export type GGMLFileQuantizationType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES];

/** Numbered apart from the files: 39 is `MXFP4` here and `NVFP4` there. */
const TENSOR_TYPES = {
	F32: 0,
	F16: 1,
	Q4_0: 2,
	Q4_1: 3,
	Q5_0: 6,
	Q5_1: 7,
	Q8_0: 8,
	Q8_1: 9,
	Q2_K: 10,
	Q3_K: 11,
	Q4_K: 12,
	Q5_K: 13,
	Q6_K: 14,
	Q8_K: 15,
	IQ2_XXS: 16,
	IQ2_XS: 17,
	IQ3_XXS: 18,
	IQ1_S: 19,
	IQ4_NL: 20,
	IQ3_S: 21,
	IQ2_S: 22,
	IQ4_XS: 23,
	I8: 24,
	I16: 25,
	I32: 26,
	I64: 27,
	F64: 28,
	IQ1_M: 29,
	BF16: 30,
	TQ1_0: 34,
	TQ2_0: 35,
	MXFP4: 39,
	NVFP4: 40,
	Q1_0: 41,
	Q2_0: 42,
} as const;

/** Quantization of one tensor in a GGUF file. */
export const GGMLQuantizationType: TwoWay<typeof TENSOR_TYPES> = mapBothWays(TENSOR_TYPES);
export type GGMLQuantizationType = (typeof TENSOR_TYPES)[keyof typeof TENSOR_TYPES];

/** Names of all file types, the largest (most precise) first. */
const BY_SIZE = (
	"F32 BF16 F16 Q8_K_XL Q8_0 Q6_K_XL Q6_K Q5_K_XL Q5_K_M Q5_K_S Q5_0 Q5_1 Q4_K_XL Q4_K_M Q4_K_S IQ4_NL IQ4_XS " +
	"Q4_0_4_4 Q4_0_4_8 Q4_0_8_8 Q4_1_SOME_F16 Q4_0 Q4_1 Q4_2 Q4_3 MXFP4_MOE NVFP4 Q3_K_XL Q3_K_L Q3_K_M Q3_K_S " +
	"IQ3_M IQ3_S IQ3_XS IQ3_XXS Q2_K_XL Q2_K Q2_K_S IQ2_M IQ2_S IQ2_XS IQ2_XXS Q2_0 IQ1_S IQ1_M TQ1_0 TQ2_0 Q1_0"
).split(" ") as (keyof typeof FILE_TYPES)[];

/** All file types, the largest (most precise) first. */
export const GGUF_QUANT_ORDER: readonly GGMLFileQuantizationType[] = BY_SIZE.map((name) => FILE_TYPES[name]);

/** Files may be named after a type of tensors too. */
const QUANT_NAMES = [...Object.keys(FILE_TYPES), "MXFP4"].join("|");
const QUANT_PATTERN = `(?<prefix>UD-)?(?<quant>${QUANT_NAMES})(_(?<sizeVariation>[A-Z]+))?`;

/** Finds the quantization in an upper-case file name; groups `prefix`, `quant` and `sizeVariation`. */
export const GGUF_QUANT_RE: RegExp = new RegExp(QUANT_PATTERN);
/** `GGUF_QUANT_RE` with the global flag. */
export const GGUF_QUANT_RE_GLOBAL: RegExp = new RegExp(QUANT_PATTERN, "g");

/**
 * Quantization a GGUF file is labeled with, such as `Q4_K_M` or `UD-Q2_K_XL`.
 * Of several matches the last counts, as folders and base names come first.
 */
export function parseGGUFQuantLabel(fileName: string): string | undefined {
	return [...fileName.toUpperCase().matchAll(GGUF_QUANT_RE_GLOBAL)].at(-1)?.[0];
}

/**
 * Returns the available type closest to the target: the largest that is not larger, else the smallest.
 * An unknown target counts as the largest; unknown types are not chosen.
 */
export function findNearestQuantType(
	target: GGMLFileQuantizationType,
	available: readonly GGMLFileQuantizationType[],
): GGMLFileQuantizationType | undefined {
	const position = Math.max(GGUF_QUANT_ORDER.indexOf(target), 0);
	const known = GGUF_QUANT_ORDER.filter((type) => available.includes(type));
	return known.find((type) => GGUF_QUANT_ORDER.indexOf(type) >= position) ?? known.at(-1);
}
