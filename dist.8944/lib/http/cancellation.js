import { onAbort } from "./abort.js";
class Cancellation {
  isCancelled = false;
  reason;
  listeners;
  controller;
  onCancel(listener) {
    if (this.isCancelled) {
      listener();
      return nothing;
    }
    this.listeners ??= /* @__PURE__ */ new Set();
    this.listeners.add(listener);
    return () => this.listeners?.delete(listener);
  }
  cancel(reason) {
    if (this.isCancelled) return;
    this.isCancelled = true;
    this.reason = reason;
    for (const listener of [...this.listeners ?? []]) listener();
    this.listeners = void 0;
    this.controller?.abort(reason);
  }
  /** The same as a signal, for what takes nothing else. */
  get signal() {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.isCancelled) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }
  /** Settles like `pending`, or rejects with the reason as soon as the call is cancelled. */
  race(pending) {
    return new Promise((resolve, reject) => {
      const release = this.onCancel(() => reject(this.reason));
      pending.then(
        (value) => {
          release();
          resolve(value);
        },
        (error) => {
          release();
          reject(error);
        }
      );
    });
  }
}
function followSignal(signal) {
  return {
    get isCancelled() {
      return signal.aborted;
    },
    get reason() {
      return signal.reason;
    },
    onCancel: (listener) => {
      if (!signal.aborted) return onAbort(signal, listener);
      listener();
      return nothing;
    }
  };
}
function fetchWith(fetch, input, init, cancellation) {
  return "cancellable" in fetch && typeof input === "string" ? fetch.cancellable(input, init, cancellation) : fetch(input, { ...init, signal: cancellation.signal });
}
const nothing = () => void 0;
export {
  Cancellation,
  fetchWith,
  followSignal
};
