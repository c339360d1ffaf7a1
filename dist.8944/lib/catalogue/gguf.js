import { FILE_TYPE_NAMES, GGMLFileQuantizationType } from "./gguf-types.js";
import { GGMLFileQuantizationType as GGMLFileQuantizationType2, GGMLQuantizationType } from "./gguf-types.js";
const GGUF_QUANT_ORDER = [
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
  GGMLFileQuantizationType.Q1_0
];
const EXTRA_NAMES = ["MXFP4"];
const QUANT_PATTERN = `(?<prefix>UD-)?(?<quant>${[...FILE_TYPE_NAMES, ...EXTRA_NAMES].join("|")})(_(?<sizeVariation>[A-Z]+))?`;
const GGUF_QUANT_RE = new RegExp(QUANT_PATTERN);
const GGUF_QUANT_RE_GLOBAL = new RegExp(QUANT_PATTERN, "g");
function parseGGUFQuantLabel(fileName) {
  return [...fileName.toUpperCase().matchAll(GGUF_QUANT_RE_GLOBAL)].at(-1)?.[0];
}
function findNearestQuantType(target, available) {
  const position = Math.max(GGUF_QUANT_ORDER.indexOf(target), 0);
  const known = GGUF_QUANT_ORDER.filter((type) => available.includes(type));
  return known.find((type) => GGUF_QUANT_ORDER.indexOf(type) >= position) ?? known.at(-1);
}
export {
  GGMLFileQuantizationType2 as GGMLFileQuantizationType,
  GGMLQuantizationType,
  GGUF_QUANT_ORDER,
  GGUF_QUANT_RE,
  GGUF_QUANT_RE_GLOBAL,
  findNearestQuantType,
  parseGGUFQuantLabel
};
