import { chat } from "../adapters/chat.js";
const openai = {
  id: "openai",
  label: "OpenAI",
  hubOrg: "openai",
  baseUrl: "https://api.openai.com",
  routed: "never",
  closedSource: true,
  tasks: { conversational: chat() }
};
export {
  openai
};
