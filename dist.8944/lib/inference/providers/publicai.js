import { chat } from "../adapters/chat.js";
const publicai = {
  id: "publicai",
  label: "Public AI",
  hubOrg: "publicai",
  baseUrl: "https://api.publicai.co",
  tasks: { conversational: chat() }
};
export {
  publicai
};
