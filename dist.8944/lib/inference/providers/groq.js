import { chat } from "../adapters/chat.js";
import { completionAsChat } from "../adapters/text.js";
const ROUTE = "openai/v1/chat/completions";
const groq = {
  id: "groq",
  label: "Groq",
  hubOrg: "groq",
  baseUrl: "https://api.groq.com",
  tasks: {
    conversational: chat({ route: ROUTE }),
    // The service has no completion route of its own.
    "text-generation": completionAsChat("Expected Array<{generated_text: string}>", ROUTE)
  }
};
export {
  groq
};
