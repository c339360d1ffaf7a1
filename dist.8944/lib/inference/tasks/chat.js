import { CHAT_REGISTRY } from "../chat-registry.js";
import { runAmong, runStreamAmong } from "../run-among.js";
function chatCompletion(args, options) {
  const { stream: _stream, ...whole } = args;
  return runAmong(CHAT_REGISTRY, "conversational", whole, options);
}
function chatCompletionStream(args, options) {
  return runStreamAmong(CHAT_REGISTRY, "conversational", args, options);
}
export {
  chatCompletion,
  chatCompletionStream
};
