import { chat } from "../adapters/chat.js";
const fireworksAi = {
  id: "fireworks-ai",
  label: "Fireworks AI",
  hubOrg: "fireworks-ai",
  baseUrl: "https://api.fireworks.ai",
  tasks: { conversational: chat({ route: "inference/v1/chat/completions" }) }
};
export {
  fireworksAi
};
