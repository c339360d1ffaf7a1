const PASSING_CODES = /* @__PURE__ */ new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "ConnectionReset",
  "ConnectionClosed",
  "FailedToOpenSocket"
]);
const LASTING_CODES = /^(ENOTFOUND|EPROTO|UND_ERR_(HEADERS|BODY)_TIMEOUT|(ERR_TLS|ERR_SSL|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_\w+)$/;
const FAILURE_TEXTS = /^(failed to fetch|fetch failed|load failed|networkerror when attempting|unable to connect|error sending request|error reading a body from connection|the socket connection was closed|terminated$)/i;
function isConnectionFailure(error) {
  return describeCause(error) !== void 0;
}
function isPassingFailure(error) {
  return describeCause(error) === "passing";
}
function describeCause(error) {
  const { name, message, cause, code } = readError(error);
  if (name === "AbortError" || name === "TimeoutError") return void 0;
  if (code === void 0) {
    if (!FAILURE_TEXTS.test(message)) return void 0;
    const isRefused = message === "fetch failed" && isObject(cause) && !FAILURE_TEXTS.test(String(cause["message"]));
    return isRefused ? "lasting" : "passing";
  }
  if (PASSING_CODES.has(code)) return "passing";
  return LASTING_CODES.test(code) ? "lasting" : void 0;
}
function readError(error) {
  let code;
  for (let current = error; code === void 0 && isObject(current); current = current["cause"]) {
    if (typeof current["code"] === "string") code = current["code"];
  }
  const { name, message, cause } = isObject(error) ? error : {};
  return { name, message: String(message), cause, code };
}
function isObject(value) {
  return value !== null && typeof value === "object";
}
export {
  isConnectionFailure,
  isPassingFailure
};
