var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c;
import { code, python } from "./snippet.js";
const METHODS = /* @__PURE__ */ new Map([
  ["EncoderClassifier", "classify_file"],
  ["EncoderDecoderASR", "transcribe_file"],
  ["EncoderASR", "transcribe_file"],
  ["SpectralMaskEnhancement", "enhance_file"],
  ["SepformerSeparation", "separate_file"]
]);
function speechbrain({ id, config }) {
  const name = config?.speechbrain?.speechbrain_interface;
  if (name === void 0) return [python(_a || (_a = __template(["# interface not specified in config.json"])))];
  const method = METHODS.get(name);
  if (!method) return [python(_b || (_b = __template(["# interface in config.json invalid"])))];
  return [
    python(_c || (_c = __template(["\n			from speechbrain.inference import ", "\n\n			model = ", ".from_hparams(", ")\n			model.", '("file.wav")\n		'])), code(name), code(name), id, code(method))
  ];
}
export {
  speechbrain
};
