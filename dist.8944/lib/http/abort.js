const listenersOf = /* @__PURE__ */ new WeakMap();
function onAbort(signal, listener) {
  if (!signal) return () => void 0;
  const listeners = listenersOf.get(signal) ?? listen(signal);
  const entry = () => listener();
  listeners.add(entry);
  return () => {
    listeners.delete(entry);
    if (listeners.size === 0) unlisten(signal);
  };
}
const handlers = /* @__PURE__ */ new WeakMap();
function listen(signal) {
  const listeners = /* @__PURE__ */ new Set();
  const handler = () => {
    unlisten(signal);
    for (const listener of [...listeners]) listener();
  };
  listenersOf.set(signal, listeners);
  handlers.set(signal, handler);
  signal.addEventListener("abort", handler);
  return listeners;
}
function unlisten(signal) {
  const handler = handlers.get(signal);
  if (handler) signal.removeEventListener("abort", handler);
  handlers.delete(signal);
  listenersOf.delete(signal);
}
function abortError(signal) {
  const reason = abortReason(signal);
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
function abortReason(signal) {
  return signal?.reason ?? new DOMException("The operation was aborted", "AbortError");
}
export {
  abortError,
  abortReason,
  onAbort
};
