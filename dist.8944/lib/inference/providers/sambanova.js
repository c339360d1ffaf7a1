import { chat, chatPayload, findAnswerSchema } from "../adapters/chat.js";
import { embeddings } from "../adapters/embeddings.js";
import { received } from "../adapters/shape.js";
const sambanova = {
  id: "sambanova",
  label: "SambaNova",
  hubOrg: "sambanovasystems",
  baseUrl: "https://api.sambanova.ai",
  tasks: {
    conversational: chat({
      // The service refuses `strict: true`.
      payload: (call) => {
        const schema = findAnswerSchema(call);
        if (!schema) return chatPayload(call);
        const format = call.args["response_format"];
        return { ...chatPayload(call), response_format: { ...format, json_schema: { ...schema, strict: false } } };
      }
    }),
    "feature-extraction": embeddings(received("Sambanova feature-extraction (embeddings) API"), {
      payload: ({ args, model }) => ({ model, input: args.inputs, ...args })
    })
  }
};
export {
  sambanova
};
