import { chat } from "../adapters/chat.js";
import { received } from "../adapters/shape.js";
import { completions } from "../adapters/text.js";
const ovhcloud = {
  id: "ovhcloud",
  label: "OVHcloud",
  hubOrg: "ovhcloud",
  baseUrl: "https://oai.endpoints.kepler.ai.cloud.ovh.net",
  tasks: {
    conversational: chat(),
    "text-generation": completions(received("OVHcloud text generation API"))
  }
};
export {
  ovhcloud
};
