import { chat } from "../adapters/chat.js";
const baseten = {
  id: "baseten",
  label: "Baseten",
  hubOrg: "baseten",
  baseUrl: "https://inference.baseten.co",
  tasks: { conversational: chat() }
};
export {
  baseten
};
