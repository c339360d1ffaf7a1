var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d, _e, _f, _g, _h, _i, _j, _k, _l, _m, _n, _o, _p, _q, _r, _s, _t, _u;
import { hasChatTemplate, hasTag } from "../model.js";
import pipelines from "./data/transformers-pipelines.json.js";
import { CANDY, PARROTS } from "./media.js";
import { findImportName, readClassName } from "./python-names.js";
import { code, commaList, lines, python } from "./snippet.js";
const PIPELINE_TASKS = new Set(pipelines);
const TEXT_MESSAGES = python(_a || (_a = __template(['\n	messages = [\n	    {"role": "user", "content": "Who are you?"},\n	]\n'])));
const IMAGE_MESSAGES = python(_b || (_b = __template(['\n	messages = [\n	    {\n	        "role": "user",\n	        "content": [\n	            {"type": "image", "url": ', '},\n	            {"type": "text", "text": "Which animal is on the candy?"},\n	        ],\n	    },\n	]\n'])), CANDY);
const UNKNOWN_TYPE = python(_c || (_c = __template(["# \u26A0\uFE0F Type of model unknown"])));
function transformers(model) {
  const direct = buildDirectRecipe(model);
  if (!direct) return [UNKNOWN_TYPE];
  const loadDirectly = python(_g || (_g = __template(["", ""])), lines(
    python(_d || (_d = __template(["# Load the model itself"]))),
    python(_e || (_e = __template(["from transformers import ", ""])), commaList(direct.processorImport, direct.modelImport)),
    code(""),
    direct.loadProcessor,
    python(_f || (_f = __template(["model = ", ".from_pretrained(", ")"])), direct.modelClass, direct.arguments),
    direct.chat && code(""),
    direct.chat
  ));
  const pipeline = buildPipelineRecipe(model);
  if (!pipeline) return [loadDirectly];
  const loadPipeline = python(_k || (_k = __template(["", ""])), lines(
    python(_h || (_h = __template(["# Let a pipeline do the work"]))),
    python(_i || (_i = __template(["from transformers import pipeline"]))),
    code(""),
    python(_j || (_j = __template(["pipe = pipeline(", ")"])), pipeline.arguments),
    pipeline.run && code(""),
    pipeline.run
  ));
  return [loadPipeline.named("pipeline"), loadDirectly.named("model")];
}
function buildPipelineRecipe(model) {
  const task = model.pipeline_tag;
  if (!task || !PIPELINE_TASKS.has(task)) return void 0;
  const run = choosePipelineRun(model);
  const loadArguments = commaList(python(_l || (_l = __template(["", ", model=", ""])), task, model.id), readTrust(model));
  return { arguments: loadArguments, ...run && { run } };
}
function choosePipelineRun(model) {
  if (hasTag(model, "conversational"))
    return hasTag(model, "image-text-to-text") ? lines(IMAGE_MESSAGES, python(_m || (_m = __template(["pipe(text=messages)"])))) : lines(TEXT_MESSAGES, python(_n || (_n = __template(["pipe(messages)"]))));
  if (model.pipeline_tag === "zero-shot-image-classification")
    return python(_o || (_o = __template(["\n			pipe(\n			    ", ',\n			    candidate_labels=["animals", "humans", "landscape"],\n			)\n		'])), PARROTS);
  if (model.pipeline_tag === "image-classification") return python(_p || (_p = __template(["pipe(", ")"])), PARROTS);
  return void 0;
}
function buildDirectRecipe(model) {
  const className = readClassName(model.transformersInfo?.auto_model);
  if (!className) return void 0;
  const modelClass = code(className);
  const modelImport = code(findImportName(className));
  const loadArguments = commaList(python(_q || (_q = __template(["", ""])), model.id), readTrust(model));
  const processorClass = readClassName(model.transformersInfo?.processor);
  if (!processorClass)
    return { modelClass, modelImport, arguments: commaList(loadArguments, python(_r || (_r = __template(['torch_dtype="auto"'])))) };
  const processor = code(nameProcessor(processorClass));
  const chats = hasTag(model, "conversational") && hasChatTemplate(model);
  return {
    modelClass,
    modelImport,
    arguments: loadArguments,
    processorImport: code(findImportName(processorClass)),
    loadProcessor: python(_s || (_s = __template(["", " = ", ".from_pretrained(", ")"])), processor, code(processorClass), loadArguments),
    ...chats && { chat: chatWith(model, processor) }
  };
}
function nameProcessor(className) {
  if (className === "AutoTokenizer") return "tokenizer";
  if (className === "AutoFeatureExtractor") return "extractor";
  return "processor";
}
function chatWith(model, processor) {
  return python(_t || (_t = __template(["\n		", "\n		inputs = ", '.apply_chat_template(\n		    messages,\n		    add_generation_prompt=True,\n		    tokenize=True,\n		    return_dict=True,\n		    return_tensors="pt",\n		).to(model.device)\n\n		outputs = model.generate(**inputs, max_new_tokens=40)\n		print(', '.decode(outputs[0][inputs["input_ids"].shape[-1]:]))\n	'])), hasTag(model, "image-text-to-text") ? IMAGE_MESSAGES : TEXT_MESSAGES, processor, processor);
}
function readTrust(model) {
  return hasTag(model, "custom_code") ? python(_u || (_u = __template(["trust_remote_code=True"]))) : void 0;
}
export {
  UNKNOWN_TYPE,
  buildDirectRecipe,
  buildPipelineRecipe,
  readTrust,
  transformers
};
