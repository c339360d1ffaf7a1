import { chat, chatPayload, findAnswerSchema } from "../../adapters/chat.js";
const together = {
  id: "together",
  label: "Together",
  hubOrg: "togethercomputer",
  baseUrl: "https://api.together.xyz",
  tasks: {
    conversational: chat({
      // The service wants the schema one level higher, without name and strictness.
      payload: (call) => {
        const schema = findAnswerSchema(call)?.["schema"];
        return { ...chatPayload(call), ...schema ? { response_format: { type: "json_schema", schema } } : {} };
      }
    })
  }
};
export {
  together
};
