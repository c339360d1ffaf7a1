import { chooseExampleMessages } from "../../catalogue/example-messages.js";
import { findExampleInput, NO_EXAMPLE } from "../inputs.js";
import { FileInput, isMembers, toMembers, toValue } from "./values.js";
const CANDIDATE_LABELS = ["refund", "legal", "faq"];
const IMAGE_LABELS = ["cat", "dog", "llama"];
function prepareArgs({ template, output }, model, options) {
  const given = options.inputs ? toValue(options.inputs) : void 0;
  const parameters = toMembers(options.parameters);
  if (template === "conversational" || template === "conversationalStream") {
    return prepareChat(model, options, isMembers(given) ? given : {}, parameters);
  }
  const example = findExampleInput(model) ?? NO_EXAMPLE;
  switch (template) {
    case "basicAudio":
    case "basicImage":
      return withParameters(chooseFile(given, example), parameters);
    case "imageToImage":
    case "imageToVideo": {
      const prompt = findMember("prompt", parameters, memberOf(given, "parameters"), given, example);
      return withParameters(chooseFile(given, memberOf(example, "image")), { ...prompt, ...parameters });
    }
    case "zeroShotImageClassification":
      return withParameters(chooseFile(given, example), { candidate_labels: IMAGE_LABELS, ...parameters });
    case "zeroShotClassification":
      return withParameters(given ?? example, { candidate_labels: CANDIDATE_LABELS, ...parameters });
    case "documentQuestionAnswering": {
      const image = chooseFile(given, memberOf(example, "image"));
      return withParameters({ image, ...findMember("question", given, example) }, parameters);
    }
    case "questionAnswering":
    case "tableQuestionAnswering": {
      const names = template === "questionAnswering" ? ["question", "context"] : ["query", "table"];
      return withParameters(Object.assign({}, ...names.map((name) => findMember(name, given, example))), parameters);
    }
    case "tabular":
      return withParameters({ data: given ?? example }, parameters);
    default:
      return output === "vectors" ? { inputs: given ?? example, ...parameters } : withParameters(given ?? example, parameters);
  }
}
function prepareChat(model, options, given, parameters) {
  const messages = toValue(options.messages) ?? given["messages"] ?? chooseExampleMessages(model);
  const settings = {};
  for (const name of ["temperature", "max_tokens", "top_p"]) {
    const value = options[name] || given[name];
    if (value) settings[name] = value;
  }
  return { messages, ...settings, ...parameters };
}
function withParameters(inputs, parameters) {
  return Object.keys(parameters).length > 0 ? { inputs, parameters } : { inputs };
}
function chooseFile(given, example) {
  const named = ["inputs", "image", "audio"].map((name2) => memberOf(given, name2));
  const alone = typeof given === "string" && /\.\w+$/.test(given) ? given : void 0;
  const name = [alone, ...named, example].find((value) => typeof value === "string" && value !== "");
  return new FileInput(String(name));
}
function findMember(name, ...sources) {
  const value = sources.map((source) => memberOf(source, name)).find((found) => found !== void 0);
  return value === void 0 ? {} : { [name]: value };
}
function memberOf(value, name) {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : void 0;
}
export {
  prepareArgs
};
