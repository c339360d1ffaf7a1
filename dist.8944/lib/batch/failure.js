import {
  InferenceClientHubApiError,
  InferenceClientInputError,
  InferenceClientProviderApiError,
  InferenceClientProviderOutputError,
  InferenceClientRoutingError
} from "../errors.js";
import { isConnectionFailure } from "../http/index.js";
import { readMember } from "../json.js";
const PROVIDER_FAULTS = /* @__PURE__ */ new Set(["unavailable", "timeout", "network", "malformed"]);
const PASSING_FAULTS = /* @__PURE__ */ new Set(["unavailable", "timeout", "network"]);
function describeFailure(error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError) {
    const { status } = error.httpResponse;
    return { kind: kindOfStatus(status), status, message };
  }
  if (error instanceof InferenceClientInputError || error instanceof InferenceClientRoutingError) {
    return { kind: "input", message };
  }
  if (error instanceof InferenceClientProviderOutputError) {
    const kind = { malformed: "malformed", failed: "refused", timeout: "timeout" }[error.reason];
    return { kind, message };
  }
  if (error instanceof Error && error.name === "TimeoutError") return { kind: "timeout", message };
  if (isConnectionFailure(error)) return { kind: "network", message };
  return { kind: "malformed", message };
}
const STATUS_KINDS = {
  401: "not_allowed",
  402: "not_allowed",
  403: "not_allowed",
  404: "not_found",
  408: "timeout",
  410: "not_found",
  429: "rate_limited"
};
function kindOfStatus(status) {
  const kind = STATUS_KINDS[status];
  if (kind) return kind;
  return status >= 500 || status < 300 ? "unavailable" : "refused";
}
const BUSY = /capacity|overload|busy|rate.?limit|too many|loading/i;
function isLimit(error, provider, hasPause) {
  if (!(error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError)) return false;
  const { status, body, retryAfter } = error.httpResponse;
  if (status === 429) return true;
  if (status !== 503) return false;
  return hasPause || retryAfter !== void 0 || provider === "together" || BUSY.test(describeBody(body));
}
function readEstimatedTime(error) {
  if (!(error instanceof InferenceClientProviderApiError)) return void 0;
  const seconds = readMember(error.httpResponse.body, "estimated_time");
  return typeof seconds === "number" && seconds > 0 ? seconds * 1e3 : void 0;
}
function describeBody(body) {
  return typeof body === "string" ? body : JSON.stringify(body) ?? "";
}
export {
  PASSING_FAULTS,
  PROVIDER_FAULTS,
  describeFailure,
  isLimit,
  readEstimatedTime
};
