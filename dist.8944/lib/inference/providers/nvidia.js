import { chat } from "../adapters/chat.js";
const nvidia = {
  id: "nvidia",
  label: "NVIDIA",
  hubOrg: "nvidia",
  baseUrl: "https://integrate.api.nvidia.com",
  tasks: { conversational: chat() }
};
export {
  nvidia
};
