import { chat } from "../adapters/chat.js";
import { omit } from "../adapters/payload.js";
const cerebras = {
  id: "cerebras",
  label: "Cerebras",
  hubOrg: "cerebras",
  baseUrl: "https://api.cerebras.ai",
  tasks: {
    // The service answers 400 to `store`.
    conversational: chat({ payload: ({ args, model }) => ({ model, ...omit(args, "store") }) })
  }
};
export {
  cerebras
};
