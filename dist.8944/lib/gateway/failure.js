import {
  InferenceClientHubApiError,
  InferenceClientInputError,
  InferenceClientProviderApiError,
  InferenceClientProviderOutputError,
  InferenceClientRoutingError
} from "../errors.js";
import { ReplayMissError } from "../exchange/index.js";
import { findDetail, readMember } from "../http/index.js";
import { GatewayError } from "./errors.js";
import { LaneStopped } from "./lane-stopped.js";
import { FirstTokenTimeout, StreamCut } from "./stream-errors.js";
const PROVIDER_STATUSES = /* @__PURE__ */ new Set([402, 408, 410]);
const NOT_FOUND = /* @__PURE__ */ new Set([
  "model-not-served",
  "model-unsupported",
  "task-unsupported",
  "unknown-provider"
]);
function describeFailure(error, target) {
  const name = nameTarget(target);
  if (error instanceof LaneStopped) {
    const message = `${name} is rate limited for ${Math.ceil(error.delay / 1e3)} s.`;
    const details = { code: "rate_limit_exceeded", retryAfter: error.delay / 1e3 };
    return fail(new GatewayError(429, message, details), { isLimit: true, outcome: { status: 429 } });
  }
  if (error instanceof GatewayError) return { ...fail(error), canFailOver: false };
  if (error instanceof InferenceClientHubApiError) return describeHubError(error, target);
  if (error instanceof InferenceClientProviderApiError) return describeProviderError(error, name);
  if (error instanceof InferenceClientInputError) return describeInputError(error, name);
  if (error instanceof InferenceClientRoutingError) {
    return { ...fail(new GatewayError(401, error.message, { code: "provider_auth" })), canFailOver: false };
  }
  if (error instanceof ReplayMissError) {
    return { ...fail(new GatewayError(404, error.message, { code: "replay_miss" })), canFailOver: false };
  }
  if (error instanceof FirstTokenTimeout) return failed(504, `${name}: ${error.message}`, "first_token_timeout", error);
  if (error instanceof InferenceClientProviderOutputError) {
    const [status, code] = error.reason === "timeout" ? [504, "timeout"] : [502, `${error.reason}_response`];
    return failed(status, `${name}: ${error.message}`, code, error);
  }
  const isError = error instanceof Error;
  if (isError && error.name === "TimeoutError") return failed(504, `${name}: ${error.message}`, "timeout", error);
  if (error instanceof StreamCut) return failed(502, `${name}: ${error.message}`, "stream_cut", error);
  return failed(502, `${name} cannot be reached: ${readReason(error)}`, "network_error", error);
}
function fail(error, more = {}) {
  return { error, canFailOver: true, isLimit: false, outcome: { status: error.status }, ...more };
}
function failed(status, message, code, cause) {
  const name = cause instanceof Error ? cause.name : "Error";
  return fail(new GatewayError(status, message, { code }), { outcome: { error: name } });
}
function describeHubError({ message, httpResponse: { status } }, target) {
  const isUnknown = status === 401 || status === 403 || status === 404;
  if (!isUnknown && status < 500) {
    return { ...fail(modelNotFound(message)), canFailOver: false };
  }
  if (!isUnknown) return fail(new GatewayError(502, message, { code: "hub_unavailable" }));
  return {
    ...fail(modelNotFound(`There is no model ${target.model} on the hub that you may use.`)),
    canFailOver: false
  };
}
function modelNotFound(message) {
  return new GatewayError(404, message, { code: "model_not_found", param: "model" });
}
function describeProviderError({ message, httpResponse }, name) {
  const { status: told, body, retryAfter } = httpResponse;
  const status = told >= 400 && told <= 599 ? told : readStatus(body) ?? 502;
  const inner = readMember(body, "error");
  const detail = findDetail(body) ?? message;
  if (status === 401 || status === 403) {
    const text = `${name} refused the key or token that hub sent (${status}): ${detail}`;
    return { ...fail(new GatewayError(status, text, { code: "provider_auth" })), canFailOver: false };
  }
  const details = {
    type: readText(inner, "type"),
    code: readText(inner, "code") ?? (status === 429 ? "rate_limit_exceeded" : null),
    param: readText(inner, "param"),
    retryAfter
  };
  const error = new GatewayError(status, detail, details);
  const canFailOver = status === 429 || status >= 500 || PROVIDER_STATUSES.has(status);
  return { ...fail(error, { isLimit: status === 429 }), canFailOver };
}
function describeInputError({ message, code }, name) {
  const error = NOT_FOUND.has(code) ? modelNotFound(message) : code === "own-key-needed" ? new GatewayError(401, `${name}: ${message}`, { code: "provider_auth" }) : new GatewayError(400, message, { code: "invalid_value", param: code === "no-model" ? "model" : null });
  return { ...fail(error), canFailOver: false };
}
function nameTarget({ provider, model }) {
  return provider ?? `the router (${model})`;
}
function readStatus(body) {
  const inner = readMember(body, "error");
  const candidates = [readMember(inner, "code"), readMember(inner, "status"), readMember(body, "status_code")];
  return candidates.find(
    (value) => typeof value === "number" && Number.isInteger(value) && value >= 400 && value <= 599
  );
}
function readText(value, name) {
  const member = readMember(value, name);
  return typeof member === "string" ? member : void 0;
}
function readReason(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message ? cause.message : error.message;
}
export {
  describeFailure,
  nameTarget
};
