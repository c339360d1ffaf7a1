import { isRecord } from "../../json.js";
import { isNumber, isString, malformed, optional, record } from "./shape.js";
const isCompletion = record({
  choices: Array.isArray,
  created: isNumber,
  id: isString,
  model: isString,
  system_fingerprint: optional(isString),
  usage: (value) => value === null || isRecord(value)
});
function chat({
  route = "v1/chat/completions",
  payload = chatPayload
} = {}) {
  return {
    route: () => route,
    payload,
    parse: ({ data }) => {
      if (!isCompletion(data)) throw malformed("Expected ChatCompletionOutput");
      return data;
    }
  };
}
function chatPayload({ args, model }) {
  return { model, ...args };
}
function findAnswerSchema({ args }) {
  const format = args["response_format"];
  if (!isRecord(format) || format["type"] !== "json_schema" || !isRecord(format["json_schema"])) return void 0;
  return format["json_schema"];
}
export {
  chat,
  chatPayload,
  findAnswerSchema
};
