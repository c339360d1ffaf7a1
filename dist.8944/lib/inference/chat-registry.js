import { CHAT_PROVIDERS } from "./providers/chat/index.js";
const CHAT_REGISTRY = new Map(Object.entries(CHAT_PROVIDERS));
export {
  CHAT_REGISTRY
};
