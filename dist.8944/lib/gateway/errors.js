import { replyJson } from "./reply.js";
class GatewayError extends Error {
  status;
  details;
  constructor(status, message, details = {}) {
    super(message);
    this.name = "GatewayError";
    this.status = status;
    this.details = details;
  }
  toBody() {
    const { type = typeOf(this.status), code = null, param = null } = this.details;
    return { error: { message: this.message, type, code, param } };
  }
  toReply(headers = {}) {
    const { retryAfter } = this.details;
    return replyJson(this.toBody(), {
      status: this.status,
      headers: {
        ...retryAfter === void 0 ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) },
        ...this.details.headers,
        ...headers
      }
    });
  }
}
const TYPES = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  429: "rate_limit_error"
};
function typeOf(status) {
  return TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error");
}
function invalid(message, param = null, code = "invalid_value") {
  return new GatewayError(400, message, { code, param });
}
export {
  GatewayError,
  invalid
};
