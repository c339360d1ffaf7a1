import { chat } from "../../adapters/chat.js";
const ROUTE = "v3/openai/chat/completions";
const novita = {
  id: "novita",
  label: "Novita",
  hubOrg: "novita",
  baseUrl: "https://api.novita.ai",
  tasks: { conversational: chat({ route: ROUTE }) }
};
export {
  ROUTE,
  novita
};
