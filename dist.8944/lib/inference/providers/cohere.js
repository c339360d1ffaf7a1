import { chat } from "../adapters/chat.js";
const cohere = {
  id: "cohere",
  label: "Cohere",
  hubOrg: "CohereLabs",
  baseUrl: "https://api.cohere.com",
  tasks: { conversational: chat({ route: "compatibility/v1/chat/completions" }) }
};
export {
  cohere
};
