var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d;
import { hasTag, readName, readTags } from "../model.js";
import { code, python } from "./snippet.js";
const CLASSES = /* @__PURE__ */ new Map([
  ["textline_detection", "TextDetection"],
  ["textline_recognition", "TextRecognition"],
  ["seal_text_detection", "SealTextDetection"],
  ["doc_img_unwarping", "TextImageUnwarping"],
  ["doc_img_orientation_classification", "DocImgOrientationClassification"],
  ["textline_orientation_classification", "TextLineOrientationClassification"],
  ["chart_parsing", "ChartParsing"],
  ["formula_recognition", "FormulaRecognition"],
  ["layout_detection", "LayoutDetection"],
  ["table_cells_detection", "TableCellsDetection"],
  ["wired_table_classification", "TableClassification"],
  ["table_structure_recognition", "TableStructureRecognition"]
]);
const INSTALL = code(
  "# 1. Install paddlepaddle: https://www.paddlepaddle.org.cn/en/install\n# 2. pip install paddleocr"
);
function paddleOcr(model) {
  if (hasTag(model, "doc_vlm")) return [askDocument(model)];
  if (hasTag(model, "document-parse")) return [parseDocument(model)];
  const className = readTags(model).map((tag) => CLASSES.get(tag)).find((name) => name !== void 0);
  return [className ? predict(model, className) : SEE_OVERVIEW];
}
const SEE_OVERVIEW = python(_a || (_a = __template(["\n	# How to use this model is told in the overview of modules:\n	# https://paddlepaddle.github.io/PaddleOCR/latest/en/version3.x/module_usage/module_overview.html\n"])));
function askDocument(model) {
  return python(_b || (_b = __template(["\n		", "\n		from paddleocr import DocVLM\n\n		model = DocVLM(model_name=", ')\n		output = model.predict(\n		    input={"image": "path/to/image.png", "query": "Show this table as Markdown."},\n		    batch_size=1,\n		)\n		for res in output:\n		    res.print()\n		    res.save_to_json(save_path="./output/res.json")\n	'])), INSTALL, readName(model));
}
function parseDocument({ id }) {
  return python(_c || (_c = __template(["\n		# https://www.paddleocr.ai/latest/version3.x/pipeline_usage/PaddleOCR-VL.html\n		", "\n		from paddleocr import PaddleOCRVL\n\n		pipeline = PaddleOCRVL(pipeline_version=", ')\n		output = pipeline.predict("path/to/document.png")\n		for res in output:\n		    res.print()\n		    res.save_to_json(save_path="output")\n		    res.save_to_markdown(save_path="output")\n	'])), INSTALL, findPipelineVersion(id));
}
function findPipelineVersion(id) {
  const version = /^PaddlePaddle\/PaddleOCR-VL-(.+)$/s.exec(id)?.[1];
  return "v".concat(version ?? 1);
}
function predict(model, className) {
  return python(_d || (_d = __template(["\n		", "\n		from paddleocr import ", "\n\n		model = ", "(model_name=", ')\n		output = model.predict(input="path/to/image.png", batch_size=1)\n		for res in output:\n		    res.print()\n		    res.save_to_img(save_path="./output/")\n		    res.save_to_json(save_path="./output/res.json")\n	'])), INSTALL, code(className), code(className), readName(model));
}
export {
  paddleOcr
};
