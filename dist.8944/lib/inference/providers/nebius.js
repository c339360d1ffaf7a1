import { embeddings } from "../adapters/embeddings.js";
import { findImage, imageGenerations, promptPayload, responseFormat } from "../adapters/image.js";
import { received } from "../adapters/shape.js";
import { completions, nestedCompletionPayload, readCompletion } from "../adapters/text.js";
import { nebius as base } from "./chat/nebius.js";
const nebius = {
  ...base,
  tasks: {
    "text-to-image": imageGenerations(
      received("Nebius text-to-image API"),
      (call) => ({
        ...promptPayload(call),
        response_format: responseFormat(call, "b64_json"),
        model: call.model
      }),
      { find: findImage }
    ),
    conversational: base.tasks.conversational,
    "text-generation": completions(received("Nebius text generation API"), {
      payload: nestedCompletionPayload,
      read: readCompletion
    }),
    "feature-extraction": embeddings(received("Nebius feature-extraction (embeddings) API"))
  }
};
export {
  nebius
};
