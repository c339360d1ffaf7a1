import { chat } from "../../adapters/chat.js";
const hyperbolic = {
  id: "hyperbolic",
  label: "Hyperbolic",
  hubOrg: "Hyperbolic",
  baseUrl: "https://api.hyperbolic.xyz",
  tasks: { conversational: chat() }
};
export {
  hyperbolic
};
