import { chat, chatPayload, findAnswerSchema } from "../../adapters/chat.js";
const nebius = {
  id: "nebius",
  label: "Nebius",
  hubOrg: "nebius",
  baseUrl: "https://api.studio.nebius.ai",
  tasks: {
    conversational: chat({
      // The service follows a schema only under a name of its own.
      payload: (call) => {
        const schema = findAnswerSchema(call)?.["schema"];
        return { ...chatPayload(call), ...schema ? { guided_json: schema } : {} };
      }
    })
  }
};
export {
  nebius
};
