var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c;
import { findImportName, readClassName } from "./python-names.js";
import { code, lines, python } from "./snippet.js";
function paddlenlp({ id, config }) {
  const architecture = readClassName(config?.architectures?.[0]);
  const className = architecture ?? "AutoModel";
  return [
    python(_c || (_c = __template(["", ""])), lines(
      architecture ? void 0 : python(_a || (_a = __template(["# \u26A0\uFE0F Type of model unknown"]))),
      python(_b || (_b = __template(["\n				from paddlenlp.transformers import AutoTokenizer, ", "\n\n				tokenizer = AutoTokenizer.from_pretrained(", ", from_hf_hub=True)\n				model = ", ".from_pretrained(", ", from_hf_hub=True)\n			"])), code(findImportName(className)), id, code(className), id)
    ))
  ];
}
export {
  paddlenlp
};
