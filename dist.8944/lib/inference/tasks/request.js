import { notify } from "../logger.js";
import { runStreamUnchecked, runUnchecked } from "../run-unchecked.js";
const deprecated = (name) => `The ${name} method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`;
function request(args, options = {}) {
  notify({ type: "deprecated", message: deprecated("request") }, options);
  return runUnchecked(args, options);
}
function streamingRequest(args, options = {}) {
  return runStreamUnchecked(
    args,
    options,
    () => notify({ type: "deprecated", message: deprecated("streamingRequest") }, options)
  );
}
export {
  request,
  streamingRequest
};
