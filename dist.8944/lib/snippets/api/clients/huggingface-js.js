var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b, _c, _d;
import { code, js, lines, paragraphs } from "../../library/snippet.js";
import { jsBlob, jsCall, jsFileImport } from "../js.js";
import { printJs } from "../print.js";
import { findFile } from "../request.js";
import { jsToken } from "../token.js";
import { present } from "../values.js";
const ONLY = { basicAudio: "transcript", basicImage: "labels" };
const FILES = [
  "imageToImage",
  "imageToVideo",
  "textToAudio",
  "textToImage",
  "textToSpeech",
  "textToVideo"
];
function writeHuggingfaceJs(plan) {
  const { args, library, output, provider, template, token } = plan;
  if ((ONLY[template] ?? output) !== output) return void 0;
  if (template === "textToAudio" && provider === "hf-inference" && library !== "transformers") return void 0;
  return paragraphs(
    lines(
      jsFileImport(findFile(args) && "readFile"),
      code('import { InferenceClient } from "@huggingface/inference";')
    ),
    js(_a || (_a = __template(["const client = new InferenceClient(", ");"])), printJs(jsToken(token))),
    writeCall(plan)
  ).content;
}
function writeCall(plan) {
  const { billTo, routerNote, task, template } = plan;
  const note = code(routerNote ? "// ".concat(routerNote, "\n") : "");
  const values = [describeCall(plan), ...billTo === void 0 ? [] : [{ billTo }]];
  if (template === "conversational") {
    return js(_b || (_b = __template(["\n			", "const completion = await ", ";\n\n			console.log(completion.choices[0].message);\n		"])), note, jsCall("client.chatCompletion", values));
  }
  if (template === "conversationalStream") {
    return js(_c || (_c = __template(["\n			", "const stream = ", ';\n\n			for await (const chunk of stream) {\n				if (chunk.choices?.length > 0) {\n					process.stdout.write(chunk.choices[0].delta.content ?? "");\n				}\n			}\n		'])), note, jsCall("client.chatCompletionStream", values));
  }
  const method = task.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const call = js(_d || (_d = __template(["const output = await ", ";"])), jsCall("client.".concat(method), values, jsBlob));
  return paragraphs(lines(...notes(plan), call), code("console.log(output);"));
}
function describeCall({ args, endpointUrl, hasOwnParameters, model, provider, template }) {
  const { inputs, ...others } = args;
  const whom = endpointUrl ? {} : { provider };
  switch (template) {
    case "conversational":
    case "conversationalStream":
      return present({ endpointUrl, ...whom, model, ...args });
    case "basic":
      return present({ endpointUrl, model, inputs, ...others, ...whom });
    case "basicAudio":
    case "basicImage":
      return present({ endpointUrl, data: inputs, model, ...others, ...whom });
    case "textToImage": {
      const parameters = hasOwnParameters ? void 0 : { num_inference_steps: 5 };
      return present({ endpointUrl, ...whom, model, inputs, parameters, ...others });
    }
    default:
      return present({ endpointUrl, ...whom, model, inputs, ...others });
  }
}
function notes({ output, provider, template }) {
  const found = [];
  if (provider === "fal-ai" && output === "transcript") {
    found.push("fal-ai takes audio/mpeg, audio/mp4, audio/wav and audio/x-wav only");
  }
  if (FILES.includes(template)) found.push("The result is a Blob: write its .stream() to a file to keep it");
  return found.map((note) => code("// ".concat(note)));
}
export {
  writeHuggingfaceJs
};
