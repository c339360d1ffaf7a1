import { GGMLFileQuantizationType } from "./gguf-types.ts";
export { GGMLFileQuantizationType, GGMLQuantizationType } from "./gguf-types.ts";
/** All file types, the largest (most precise) first. */
export declare const GGUF_QUANT_ORDER: readonly GGMLFileQuantizationType[];
/** Finds the quantization in an upper-case file name; groups `prefix`, `quant` and `sizeVariation`. */
export declare const GGUF_QUANT_RE: RegExp;
/** `GGUF_QUANT_RE` with the global flag. */
export declare const GGUF_QUANT_RE_GLOBAL: RegExp;
/**
 * Quantization a GGUF file is labeled with, such as `Q4_K_M` or `UD-Q2_K_XL`.
 * Of several matches the last counts, as folders and base names come first.
 */
export declare function parseGGUFQuantLabel(fileName: string): string | undefined;
/**
 * Returns the available type closest to the target: the largest that is not larger, else the smallest.
 * An unknown target counts as the largest; unknown types are not chosen.
 */
export declare function findNearestQuantType(target: GGMLFileQuantizationType, available: readonly GGMLFileQuantizationType[]): GGMLFileQuantizationType | undefined;
