import { imageGenerations, promptPayload } from "../adapters/image.js";
import { received } from "../adapters/shape.js";
import { nscale as base } from "./chat/nscale.js";
const nscale = {
  ...base,
  tasks: {
    "text-to-image": imageGenerations(received("Nscale text-to-image API"), (call) => ({
      ...promptPayload(call),
      response_format: "b64_json",
      model: call.model
    })),
    conversational: base.tasks.conversational
  }
};
export {
  nscale
};
