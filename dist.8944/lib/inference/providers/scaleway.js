import { chat } from "../adapters/chat.js";
import { embeddings } from "../adapters/embeddings.js";
import { received } from "../adapters/shape.js";
import { completions, nestedCompletionPayload, readCompletion } from "../adapters/text.js";
const scaleway = {
  id: "scaleway",
  label: "Scaleway",
  hubOrg: "scaleway",
  baseUrl: "https://api.scaleway.ai",
  tasks: {
    conversational: chat(),
    "text-generation": completions(received("Scaleway text generation API"), {
      payload: nestedCompletionPayload,
      read: readCompletion
    }),
    "feature-extraction": embeddings(received("Scaleway feature-extraction (embeddings) API"))
  }
};
export {
  scaleway
};
