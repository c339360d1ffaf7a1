import { getPath } from "../../json.js";
import { imageGenerations, promptPayload } from "../adapters/image.js";
import { received } from "../adapters/shape.js";
import { completionAsChat, readMessage, withModel } from "../adapters/text.js";
import { hyperbolic as base } from "./chat/hyperbolic.js";
const hyperbolic = {
  ...base,
  tasks: {
    "text-to-image": imageGenerations(
      received("Hyperbolic text-to-image API"),
      (call) => ({ ...promptPayload(call), model_name: call.model }),
      { find: (data) => ({ base64: getPath(data, "images", 0, "image") }) }
    ),
    conversational: base.tasks.conversational,
    "text-generation": completionAsChat(
      received("Hyperbolic text generation API"),
      "v1/chat/completions",
      withModel(readMessage)
    )
  }
};
export {
  hyperbolic
};
