import { InferenceClientProviderApiError } from "../errors.js";
import { parseJson, readMember, stringify } from "../json.js";
import { readErrorText, readText } from "./body.js";
import { findDetail } from "./error-detail.js";
import { readFile } from "./file.js";
import { isRefusedRedirect } from "./redirect.js";
import { readRetryAfter } from "./retry.js";
const NO_DETAIL = "Failed to perform inference: an HTTP error occurred when requesting the provider";
async function send(request, fetch, options) {
  const response = await fetch(request.url, request.info);
  return response.ok ? response : await refuse(response, request, options);
}
async function refuse(response, request, options) {
  throw await readError(response, request, options);
}
async function readAnswer(response, { limits, storeFile } = {}) {
  const { headers } = response;
  if (!isType(headers, "application/json")) return { data: await readFile(response, limits, storeFile), headers };
  const text = await readText(response, limits);
  const data = parseJson(text);
  return data === void 0 ? { data: text, invalidJson: text, headers } : { data, headers };
}
async function readError(response, request, options) {
  const { headers, status } = response;
  const fail = (message, body) => new InferenceClientProviderApiError(message, describeRequest(request), describeResponse(response, body));
  const text = await readErrorText(response, options.limits);
  if (isRefusedRedirect(response)) return fail(describeRedirect(response, request.url), text);
  if (isType(headers, "application/json") || isType(headers, "application/problem+json")) {
    const body = parseJson(text);
    if (body === void 0 || body === null) return fail(`${NO_DETAIL}.`, text);
    if (options.chatFailure !== void 0 && [400, 404, 422, 500].includes(status)) {
      return fail(`${options.chatFailure} Error: ${stringify(readMember(body, "error"))}`, body);
    }
    const detail = findDetail(body);
    return fail(detail === void 0 ? `${NO_DETAIL}.` : `Failed to perform inference: ${detail}`, body);
  }
  if (isType(headers, "text/plain") && text !== "") return fail(`Failed to perform inference: ${text}`, text);
  return options.streaming ? fail(`${NO_DETAIL}.`, text) : fail(NO_DETAIL, "");
}
function describeRedirect(response, url) {
  const location = response.headers.get("location");
  const isUrl = location !== null && URL.canParse(location, url);
  const target = isUrl ? `to ${new URL(location, url).origin}` : "elsewhere";
  return `The service redirects ${target}: refused, because the request must stay with ${new URL(url).origin}.`;
}
function describeRequest({ url, info }) {
  return { url, method: info.method, headers: { ...info.headers }, body: info.body };
}
function describeResponse(response, body) {
  const retryAfter = readRetryAfter(response.headers);
  return {
    requestId: response.headers.get("x-request-id") ?? "",
    status: response.status,
    // Services answer errors with an object or a string; other values are kept.
    body,
    ...retryAfter === void 0 ? {} : { retryAfter: retryAfter / 1e3 }
  };
}
function isType(headers, type) {
  return headers.get("content-type")?.toLowerCase().startsWith(type) ?? false;
}
export {
  describeRequest,
  describeResponse,
  isType,
  readAnswer,
  refuse,
  send
};
