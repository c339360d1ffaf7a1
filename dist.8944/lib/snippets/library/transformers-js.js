var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b;
import { js } from "./snippet.js";
function transformersJs({ id, pipeline_tag: task }) {
  if (!task) return [js(_a || (_a = __template(["// \u26A0\uFE0F Unknown pipeline tag"])))];
  return [
    js(_b || (_b = __template(['\n			// npm i @huggingface/transformers\n			import { pipeline } from "@huggingface/transformers";\n\n			const pipe = await pipeline(', ", ", ");\n		"])), task, id)
  ];
}
export {
  transformersJs
};
