import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.js";
import { describeRequest, describeResponse, parseJson, readMember } from "../http/index.js";
import { hasToken } from "../inference/has-token.js";
import { splitEvents } from "./sse.js";
const LONGEST_EVENT = 64 * 2 ** 20;
const END_MARKER = /^data: ?\[DONE\]/m;
const CHAT_SIGNS = {
  hasToken,
  isComplete: (text) => END_MARKER.test(text) || /"finish_reason"\s*:\s*"/.test(text) || text.includes('"generated_text":"')
};
const RESPONSE_SIGNS = {
  hasToken: (event) => /\.delta$/.test(String(readMember(event, "type"))),
  isComplete: (text) => /"type"\s*:\s*"response\.(?:completed|incomplete|failed|cancelled)"/.test(text)
};
function findError(text) {
  if (!text.includes("error")) return void 0;
  for (const { data, event } of splitEvents(text)) {
    if (data === void 0 || data === "[DONE]") continue;
    const value = parseJson(data);
    const error = readMember(value, "error");
    if (event === "error" || error !== void 0 && error !== null) return value ?? data;
  }
  return void 0;
}
function readEvent(data) {
  if (data === void 0 || data === "" || data === "[DONE]") return void 0;
  const value = parseJson(data);
  if (value === void 0) throw new InferenceClientProviderOutputError("Received a malformed event in the stream.");
  return value;
}
function checkSize({ pending }) {
  if (pending > LONGEST_EVENT) throw new InferenceClientProviderOutputError("An event of the stream is too large.");
}
function toProviderError({ wire, response }, value) {
  const message = "The provider reported an error inside the stream.";
  return new InferenceClientProviderApiError(message, describeRequest(wire), describeResponse(response, value));
}
export {
  CHAT_SIGNS,
  END_MARKER,
  RESPONSE_SIGNS,
  checkSize,
  findError,
  readEvent,
  toProviderError
};
