import { chat } from "../../adapters/chat.js";
const deepinfra = {
  id: "deepinfra",
  label: "DeepInfra",
  hubOrg: "DeepInfra",
  baseUrl: "https://api.deepinfra.com",
  tasks: { conversational: chat({ route: "v1/openai/chat/completions" }) }
};
export {
  deepinfra
};
