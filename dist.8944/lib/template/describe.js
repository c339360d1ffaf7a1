import { untrustedLimits } from "./limits.js";
import { Template } from "./template.js";
import { undeclaredVariables } from "./variables.js";
const MARK = "zqmarkqz";
const USER = { role: "user", content: "Hello" };
const ASSISTANT = { role: "assistant", content: "Hi" };
const TOOL = {
  type: "function",
  function: { name: MARK, description: MARK, parameters: { type: "object", properties: {}, required: [] } }
};
const CALL = { id: "call00001", type: "function", function: { name: "look", arguments: {} } };
const COMMON_ROLES = ["system", "user", "assistant"];
const SPECIAL_ROLES = ["developer", "tool", "ipython", "function"];
const THINKING = /(?:^|\.)(?:enable_thinking|thinking|thinking_budget|reasoning|reasoning_content|reasoning_effort|think)$/;
function describeChatTemplate(source) {
  const template = new Template(source, { limits: { ...untrustedLimits, max_time: 1e3, max_steps: 2e6 } });
  const render = (messages, more = {}) => {
    try {
      return template.render({ ...DEFAULTS, messages, ...more });
    } catch {
      return "";
    }
  };
  const shows = (messages, more) => render(messages, more).includes(MARK);
  const known = [...COMMON_ROLES, ...SPECIAL_ROLES.filter((role) => new RegExp(`["']${role}["']`).test(source))];
  const roles = known.filter((role) => conversationsOf(role).some((messages) => shows(messages)));
  const document = { title: MARK, text: MARK, content: MARK, doc_id: 1 };
  return {
    system: roles.includes("system"),
    tools: shows([USER], { tools: [TOOL] }) || shows([{ role: "system", content: "Be kind." }, USER], { tools: [TOOL] }),
    documents: shows([USER], { documents: [document] }),
    images: IMAGES.some((image) => {
      const text = { type: "text", text: MARK };
      const shown = render([{ role: "user", content: [image, text] }]);
      return shown.includes(MARK) && !/['"]type['"]/.test(shown) && shown !== render([{ role: "user", content: [text] }]);
    }),
    thinking: /<\/?think(?:ing)?>/.test(source) || undeclaredVariables(source, { nested: true }).some((path) => THINKING.test(path)),
    roles
  };
}
const DEFAULTS = {
  add_generation_prompt: true,
  bos_token: "<s>",
  eos_token: "</s>",
  pad_token: "",
  unk_token: "",
  tools: null,
  documents: null
};
const IMAGES = [{ type: "image" }, { type: "image_url", image_url: { url: "http://localhost/a.png" } }];
function conversationsOf(role) {
  const contents = [MARK, [{ type: "text", text: MARK }]];
  return contents.flatMap((content) => {
    const message = { role, content };
    if (role === "system" || role === "developer") return [[message, USER]];
    if (role === "user") return [[message]];
    if (role === "assistant")
      return [
        [USER, message, USER],
        [USER, message]
      ];
    const call = { ...ASSISTANT, content: "", tool_calls: [CALL] };
    const answer = { ...message, name: "look", tool_call_id: CALL.id };
    return [
      [USER, call, answer],
      [USER, answer]
    ];
  });
}
export {
  describeChatTemplate
};
