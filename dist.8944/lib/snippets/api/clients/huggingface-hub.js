var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d, _e, _f;
import { code, python } from "../../library/snippet.js";
import { quote } from "../../quote.js";
import { printPythonLine } from "../print.js";
import { chatArguments, PYTHON_CHUNKS, pythonCall, pythonImports, withExtraBody } from "../python.js";
import { findFile } from "../request.js";
import { pythonToken } from "../token.js";
import { FileInput, isMembers, present } from "../values.js";
const IMAGE = "a PIL.Image: show it with .show(), keep it with .save(name)";
const RESULTS = {
  imageToImage: IMAGE,
  textToImage: IMAGE,
  imageToVideo: "the bytes of a video",
  textToVideo: "the bytes of a video",
  textToSpeech: "the bytes of a recording"
};
const PARAMETERS = {
  image: ["guidance_scale", "height", "negative_prompt", "num_inference_steps", "scheduler", "seed", "width"],
  speech: [],
  transcript: [],
  video: ["guidance_scale", "negative_prompt", "num_frames", "num_inference_steps", "seed"]
};
function writeHuggingfaceHub(plan) {
  return python(_a || (_a = __template(["\n		", "\n\n		client = ", "\n\n		", "\n	"])), pythonImports(plan.token, "from huggingface_hub import InferenceClient"), makeClient(plan), writeCall(plan)).content;
}
function makeClient({ baseUrl, billTo, endpointUrl, provider, token }) {
  const settings = { base_url: endpointUrl && baseUrl, provider, api_key: pythonToken(token), bill_to: billTo };
  return pythonCall("InferenceClient", [], present(settings));
}
function writeCall(plan) {
  const { args, model, routerNote, template } = plan;
  const note = code(routerNote ? "# ".concat(routerNote, "\n") : "");
  if (template === "conversational") {
    return python(_b || (_b = __template(["\n			", "completion = ", "\n\n			print(completion.choices[0].message)\n		"])), note, pythonCall("client.chat.completions.create", [], { model, ...chatArguments(args) }));
  }
  if (template === "conversationalStream") {
    return python(_c || (_c = __template(["\n			", "stream = ", "\n\n			", "\n		"])), note, pythonCall("client.chat.completions.create", [], { model, ...chatArguments(args), stream: true }), PYTHON_CHUNKS);
  }
  const [positional, named] = splitArguments(plan);
  const target = plan.endpointUrl ? {} : { model };
  const method = "client.".concat(plan.task.replaceAll("-", "_"));
  const { inputs: _, parameters = {}, ...others } = args;
  const names = template === "imageToImage" || template === "imageToVideo" ? void 0 : PARAMETERS[plan.output];
  const ofTask = names ? withExtraBody(parameters, names) : parameters;
  const call = pythonCall(method, positional, { ...named, ...others, ...ofTask, ...target });
  const meaning = Object.hasOwn(RESULTS, template) ? RESULTS[template] : void 0;
  const result = meaning ? python(_d || (_d = __template(["\n			# ", "\n			result = ", "\n			print(", ")"])), code(meaning), call, code(meaning === IMAGE ? "result" : "type(result)")) : python(_e || (_e = __template(["\n			result = ", "\n			print(result)"])), call);
  const file = findFile(args);
  if (!file || template !== "imageToImage" && template !== "imageToVideo") return result;
  return python(_f || (_f = __template(["\n		with open(", ', "rb") as file:\n			image = file.read()\n\n		', "\n	"])), file.name, result);
}
function splitArguments({ args, output, template }) {
  const { inputs = null } = args;
  const members = isMembers(inputs) ? inputs : {};
  switch (template) {
    case "imageToImage":
    case "imageToVideo":
      return [[code("image")], {}];
    case "questionAnswering":
      return [[], members];
    case "tableQuestionAnswering": {
      const { table, ...others } = members;
      return [[], table === void 0 ? others : { ...others, table: printPythonLine(table) }];
    }
    case "documentQuestionAnswering": {
      const { image, ...others } = members;
      return [[code(quote(image instanceof FileInput ? image.name : ""))], others];
    }
    default: {
      const { source_sentence: source, sentences } = members;
      const isComparison = output === "similarities" && source !== void 0 && sentences !== void 0;
      return [(isComparison ? [source, sentences] : [inputs]).map((value) => printPythonLine(value)), {}];
    }
  }
}
export {
  writeHuggingfaceHub
};
