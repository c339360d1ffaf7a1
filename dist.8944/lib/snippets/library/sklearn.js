var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d;
import { hasTag } from "../model.js";
import { code, python } from "./snippet.js";
const WARNING = code(
  "# Only load files from people you trust, they may run code:\n# https://skops.readthedocs.io/en/stable/persistence.html"
);
function sklearn(model) {
  return [hasTag(model, "skops") ? loadWithSkops(model) : loadFile(model)];
}
function loadWithSkops({ id, config }) {
  const { model, model_format } = config?.sklearn ?? {};
  if (!model?.file) return python(_a || (_a = __template(["# \u26A0\uFE0F Model filename not specified in config.json"])));
  const path = "path_to_folder/".concat(model.file);
  if ((model_format ?? model.format) === "pickle")
    return python(_b || (_b = __template(["\n			import joblib\n			from skops.hub_utils import download\n\n			download(", ', "path_to_folder")\n			', "\n			model = joblib.load(", ")\n		"])), id, WARNING, path);
  return python(_c || (_c = __template(["\n		from skops.hub_utils import download\n		from skops.io import load\n\n		download(", ', "path_to_folder")\n		', "\n		model = load(", ")\n	"])), id, WARNING, path);
}
function loadFile({ id }) {
  return python(_d || (_d = __template(["\n		import joblib\n		from huggingface_hub import hf_hub_download\n\n		", "\n		model = joblib.load(hf_hub_download(", ', "sklearn_model.joblib"))\n	'])), WARNING, id);
}
export {
  sklearn
};
