import { chat } from "../adapters/chat.js";
import { received } from "../adapters/shape.js";
import { completions } from "../adapters/text.js";
const featherlessAi = {
  id: "featherless-ai",
  label: "Featherless AI",
  hubOrg: "featherless-ai",
  baseUrl: "https://api.featherless.ai",
  tasks: {
    conversational: chat(),
    "text-generation": completions(received("Featherless AI text generation API"))
  }
};
export {
  featherlessAi
};
