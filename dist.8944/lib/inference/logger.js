let logger = globalThis.console;
function setLogger(replacement) {
  logger = replacement;
}
const MINUTE = 6e4;
const lastTold = /* @__PURE__ */ new Map();
function isDue(type) {
  if (logger !== globalThis.console) return true;
  const now = Date.now();
  if (now - (lastTold.get(type) ?? Number.NEGATIVE_INFINITY) < MINUTE) return false;
  lastTold.set(type, now);
  return true;
}
const UNTOLD = /* @__PURE__ */ new Set(["progress", "repair", "instructions"]);
function notify(notice, options) {
  if (options.onNotice) options.onNotice(notice);
  else if (UNTOLD.has(notice.type) || !isDue(notice.type)) return;
  else if (notice.type === "auto-selected") logger.log(notice.message, notice.provider);
  else if (notice.type === "auto") logger.log(notice.message);
  else if (notice.type === "retry" || notice.type === "debug") logger.debug(notice.message);
  else logger.warn(notice.message);
}
function logError(message, error) {
  logger.error(message, error);
}
export {
  logError,
  notify,
  setLogger
};
