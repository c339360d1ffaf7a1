import { FILE_TYPE_NAMES, GGMLFileQuantizationType } from "./gguf-types.ts";

export { GGMLFileQuantizationType, GGMLQuantizationType } from "./gguf-types.ts";

/** All file types, the largest (most precise) first. */
export const GGUF_QUANT_ORDER: readonly GGMLFileQuantizationType[] = [
	GGMLFileQuantizationType.F32,
	GGMLFileQuantizationType.BF16,
	GGMLFileQuantizationType.F16,
	GGMLFileQuantizationType.Q8_K_XL,
	GGMLFileQuantizationType.Q8_0,
	GGMLFileQuantizationType.Q6_K_XL,
	GGMLFileQuantizationType.Q6_K,
	GGMLFileQuantizationType.Q5_K_XL,
	GGMLFileQuantizationType.Q5_K_M,
	GGMLFileQuantizationType.Q5_K_S,
	GGMLFileQuantizationType.Q5_0,
	GGMLFileQuantizationType.Q5_1,
	GGMLFileQuantizationType.Q4_K_XL,
	GGMLFileQuantizationType.Q4_K_M,
	GGMLFileQuantizationType.Q4_K_S,
	GGMLFileQuantizationType.IQ4_NL,
	GGMLFileQuantizationType.IQ4_XS,
	GGMLFileQuantizationType.Q4_0_4_4,
	GGMLFileQuantizationType.Q4_0_4_8,
	GGMLFileQuantizationType.Q4_0_8_8,
	GGMLFileQuantizationType.Q4_1_SOME_F16,
	GGMLFileQuantizationType.Q4_0,
	GGMLFileQuantizationType.Q4_1,
	GGMLFileQuantizationType.Q4_2,
	GGMLFileQuantizationType.Q4_3,
	GGMLFileQuantizationType.MXFP4_MOE,
	GGMLFileQuantizationType.NVFP4,
	GGMLFileQuantizationType.Q3_K_XL,
	GGMLFileQuantizationType.Q3_K_L,
	GGMLFileQuantizationType.Q3_K_M,
	GGMLFileQuantizationType.Q3_K_S,
	GGMLFileQuantizationType.IQ3_M,
	GGMLFileQuantizationType.IQ3_S,
	GGMLFileQuantizationType.IQ3_XS,
	GGMLFileQuantizationType.IQ3_XXS,
	GGMLFileQuantizationType.Q2_K_XL,
	GGMLFileQuantizationType.Q2_K,
	GGMLFileQuantizationType.Q2_K_S,
	GGMLFileQuantizationType.IQ2_M,
	GGMLFileQuantizationType.IQ2_S,
	GGMLFileQuantizationType.IQ2_XS,
	GGMLFileQuantizationType.IQ2_XXS,
	GGMLFileQuantizationType.Q2_0,
	GGMLFileQuantizationType.IQ1_S,
	GGMLFileQuantizationType.IQ1_M,
	GGMLFileQuantizationType.TQ1_0,
	GGMLFileQuantizationType.TQ2_0,
	GGMLFileQuantizationType.Q1_0,
];

/** Labels in file names, in addition to those of the file types. */
const EXTRA_NAMES = ["MXFP4"];

const QUANT_PATTERN = `(?<prefix>UD-)?(?<quant>${[...FILE_TYPE_NAMES, ...EXTRA_NAMES].join("|")})(_(?<sizeVariation>[A-Z]+))?`;

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
