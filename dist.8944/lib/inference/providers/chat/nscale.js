import { chat } from "../../adapters/chat.js";
const nscale = {
  id: "nscale",
  label: "Nscale",
  hubOrg: "nscale",
  baseUrl: "https://inference.api.nscale.com",
  tasks: { conversational: chat() }
};
export {
  nscale
};
