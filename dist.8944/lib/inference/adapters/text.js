import { getPath } from "../../json.js";
import { completionParameters, omit, rest } from "./payload.js";
import { isString, malformed } from "./shape.js";
function completions(error, options = {}) {
  const { route = "v1/completions", payload = completionPayload, read = withModel(readCompletion) } = options;
  return { route: () => route, payload, parse: ({ data }) => checked(read(data), error, data) };
}
function completionAsChat(error, route, read = (data) => readMessage(data) ?? readGenerated(data)) {
  return {
    route: () => route,
    payload: ({ args, model }) => ({
      messages: [{ content: args.inputs, role: "user" }],
      ...completionParameters(args),
      ...rest(args),
      model
    }),
    parse: ({ data }) => checked(read(data), error, data)
  };
}
function completionPayload({ args, model }) {
  return { model, ...rest(args), ...completionParameters(args), prompt: args.inputs };
}
function nestedCompletionPayload({ args, model }) {
  return { model, ...omit(completionParameters(args), "model"), ...args, prompt: args.inputs };
}
function withModel(read) {
  return (data) => isString(getPath(data, "model")) ? read(data) : void 0;
}
function readCompletion(data) {
  const text = getPath(data, "choices", 0, "text");
  return isString(text) ? { generated_text: text } : void 0;
}
function readMessage(data) {
  const text = getPath(data, "choices", 0, "message", "content");
  return isString(text) ? { generated_text: text } : void 0;
}
function readGenerated(data) {
  const items = Array.isArray(data) ? data : [data];
  const isGenerated = items.length > 0 && items.every((item) => isString(getPath(item, "generated_text")));
  return isGenerated ? items[0] : void 0;
}
function checked(output, error, data) {
  if (!output) throw malformed(error, data);
  return output;
}
export {
  completionAsChat,
  completionPayload,
  completions,
  nestedCompletionPayload,
  readCompletion,
  readGenerated,
  readMessage,
  withModel
};
