function describeError(error) {
  const { name, message, code, status } = readError(error);
  return {
    name,
    ...message === "" ? {} : { message },
    ...code === void 0 ? {} : { code },
    ...status === void 0 ? {} : { status }
  };
}
function readError(error) {
  let code;
  for (let current = error, depth = 0; code === void 0 && isObject(current) && depth < 8; depth++) {
    if (typeof current["code"] === "string") code = current["code"];
    current = current["cause"];
  }
  if (!isObject(error)) return { name: "Error", message: String(error), code, status: void 0 };
  const response = error["httpResponse"];
  const status = isObject(response) ? response["status"] : void 0;
  return {
    name: typeof error["name"] === "string" ? error["name"] : "Error",
    message: typeof error["message"] === "string" ? error["message"] : "",
    code,
    status: typeof status === "number" ? status : void 0
  };
}
function rebuildError({ name, message = "", code }) {
  if (name === "TimeoutError") return new DOMException(message, name);
  const cause = Object.assign(new Error(message), { code: name === "AbortError" ? "ECONNRESET" : code });
  const text = name === "AbortError" || message === "" ? "terminated" : message;
  return new TypeError(text, code === void 0 && name !== "AbortError" ? void 0 : { cause });
}
function isObject(value) {
  return value !== null && typeof value === "object";
}
export {
  describeError,
  readError,
  rebuildError
};
