import { chat } from "../adapters/chat.js";
const clarifai = {
  id: "clarifai",
  label: "Clarifai",
  hubOrg: "clarifai",
  baseUrl: "https://api.clarifai.com",
  scheme: "Key",
  tasks: { conversational: chat({ route: "v2/ext/openai/v1/chat/completions" }) }
};
export {
  clarifai
};
