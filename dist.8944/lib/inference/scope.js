import { InferenceClientDeadlineError } from "../errors.js";
import { abortError, guardRedirects, LONGEST_TIMER, onAbort, race, retry, timeout } from "../http/index.js";
import { notify } from "./logger.js";
const deadlineOf = (options) => ({
  time: options.deadline,
  fail: (seconds) => new InferenceClientDeadlineError(seconds)
});
const firstTokenLimitOf = (options) => ({
  time: options.firstTokenTimeout,
  fail: (seconds) => new DOMException(`No token within ${seconds} s`, "TimeoutError")
});
function buildFetch(options) {
  const guarded = guardRedirects(options.fetch ?? globalThis.fetch);
  const { timeout: limit, maxRetries, retry_on_error: isRetried } = options;
  const timed = limit === void 0 ? guarded : timeout(guarded, { firstByte: limit, idle: limit });
  if (maxRetries === void 0 ? isRetried === false : maxRetries <= 0) return timed;
  return retry(timed, { retries: maxRetries, wait: options.wait, onNotice: (notice) => notify(notice, options) });
}
function openScope(given, { time, fail }) {
  const fetch = buildFetch(given);
  const { signal: outer } = given;
  const isLimited = time !== void 0 && time <= LONGEST_TIMER;
  if (!outer && !isLimited) return { options: { ...given, fetch }, clearLimit: nothing, close: nothing };
  const controller = new AbortController();
  const follow = () => controller.abort(abortError(outer));
  if (outer?.aborted) follow();
  const release = outer?.aborted ? void 0 : onAbort(outer, follow);
  const timer = isLimited ? setTimeout(() => controller.abort(fail(time / 1e3)), time) : void 0;
  const clearLimit = () => clearTimeout(timer);
  const close = () => {
    clearLimit();
    release?.();
  };
  return { options: { ...given, fetch, signal: controller.signal }, clearLimit, close };
}
function withScope(given, work) {
  const scope = openScope(given, deadlineOf(given));
  return scope.options.signal ? withinSignal(scope, scope.options.signal, work) : work(scope.options);
}
async function withinSignal({ options, close }, signal, work) {
  try {
    if (signal.aborted) throw abortError(signal);
    return await race(work(options), signal);
  } finally {
    close();
  }
}
const nothing = () => void 0;
export {
  buildFetch,
  firstTokenLimitOf,
  openScope,
  withScope
};
