import { chat } from "../../adapters/chat.js";
const zaiOrg = {
  id: "zai-org",
  label: "Z.ai",
  hubOrg: "zai-org",
  baseUrl: "https://api.z.ai",
  headers: { "x-source-channel": "hugging_face", "accept-language": "en-US,en" },
  tasks: { conversational: chat({ route: "api/paas/v4/chat/completions" }) }
};
export {
  zaiOrg
};
