import { isPassingFailure } from "./connection.js";
import { redactUrl } from "./redact.js";
import { wait as waitForTimer } from "./wait.js";
const RETRIED_STATUS = /* @__PURE__ */ new Set([429, 502, 503, 504]);
function retry(fetch, options = {}) {
  const { retries = 4, baseDelay = 250, maxDelay = 6e4, onNotice, wait = waitForTimer } = options;
  return async (input, init) => {
    const request = isRequest(input) ? input : void 0;
    const signal = init?.signal ?? request?.signal;
    const attempts = init?.body instanceof ReadableStream ? 1 : retries + 1;
    for (let attempt = 1; ; attempt++) {
      const outcome = {};
      try {
        outcome.response = await fetch(request && attempt < attempts ? request.clone() : input, init);
        if (outcome.response.ok) return outcome.response;
      } catch (error) {
        outcome.error = error;
      }
      const reason = attempt < attempts ? describeFailure(outcome) : void 0;
      if (reason === void 0 || signal?.aborted) return passOn(outcome);
      const backoff = Math.min(maxDelay, baseDelay * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
      const asked = outcome.response ? readRetryAfter(outcome.response.headers) : void 0;
      const delay = Math.max(asked ?? 0, backoff);
      if (delay > maxDelay) return passOn(outcome);
      outcome.response?.body?.cancel().catch(() => void 0);
      const status = outcome.response?.status;
      onNotice?.({
        type: "retry",
        message: `${reason}; attempt ${attempt + 1} of ${attempts} in ${(delay / 1e3).toFixed(1)} s`,
        url: redactUrl(request ? request.url : String(input)),
        attempt,
        attempts,
        delay,
        ...status === void 0 ? {} : { status }
      });
      await wait(delay, signal);
    }
  };
}
function isRequest(input) {
  return typeof input === "object" && "clone" in input;
}
const LONGEST_RETRY_AFTER = 365 * 24 * 60 * 60 * 1e3;
function readRetryAfter(headers, now = Date.now) {
  const value = headers.get("retry-after")?.trim();
  if (!value) return void 0;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1e3, LONGEST_RETRY_AFTER);
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(value)) return void 0;
  const date = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(date) ? void 0 : Math.min(Math.max(0, date - now()), LONGEST_RETRY_AFTER);
}
function passOn({ response, error }) {
  if (response) return response;
  throw error;
}
function describeFailure({ response, error }) {
  if (response) return RETRIED_STATUS.has(response.status) ? `The service answered ${response.status}` : void 0;
  return isPassingFailure(error) ? "The connection failed" : void 0;
}
export {
  isRequest,
  readRetryAfter,
  retry
};
