var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a;
import { code, python, text } from "./snippet.js";
const CLASSES = /* @__PURE__ */ new Map([
  ["CAUSAL_LM", "AutoModelForCausalLM"],
  ["SEQ_2_SEQ_LM", "AutoModelForSeq2SeqLM"],
  ["TOKEN_CLS", "AutoModelForTokenClassification"],
  ["SEQ_CLS", "AutoModelForSequenceClassification"]
]);
function peft({ id, config }) {
  const className = CLASSES.get(config?.peft?.task_type);
  if (!className) return [text("Task type is invalid.")];
  const base = config?.peft?.base_model_name_or_path;
  if (!base) return [text("Base model is not found.")];
  return [
    python(_a || (_a = __template(["\n			from peft import PeftModel\n			from transformers import ", "\n\n			base_model = ", ".from_pretrained(", ")\n			model = PeftModel.from_pretrained(base_model, ", ")\n		"])), code(className), code(className), base, id)
  ];
}
export {
  peft
};
