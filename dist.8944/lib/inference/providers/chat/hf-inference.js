import { getPath, isRecord } from "../../../json.js";
import { chat } from "../../adapters/chat.js";
import { malformed } from "../../adapters/shape.js";
const hfInference = {
  id: "hf-inference",
  label: "HF Inference",
  hubOrg: "hf-inference",
  baseUrl: "https://router.huggingface.co/hf-inference",
  routed: "always",
  tasks: {
    conversational: {
      ...chat(),
      route: ({ endpoint, model }) => openAiRoute("chat/completions", endpoint, model),
      // Endpoints of one's own leave out what the answers of providers must have.
      parse: ({ data }) => {
        if (!isRecord(getPath(data, "choices", 0))) throw malformed("Expected ChatCompletionOutput");
        return data;
      }
    }
  }
};
function openAiRoute(path, endpoint, model) {
  if (endpoint === void 0) return `models/${model}/v1/${path}`;
  const [url = "", query] = splitOnce(endpoint.trim(), "?");
  const base = url.replace(/\/+$/, "");
  const rest = base.endsWith(`/${path}`) ? "" : base.endsWith("/v1") ? `/${path}` : `/v1/${path}`;
  return base + rest + (query === void 0 ? "" : `?${query}`);
}
function splitOnce(text, separator) {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
export {
  hfInference,
  openAiRoute
};
