import { abortError, abortReason, onAbort } from "./abort.js";
const LONGEST_TIMER = 2 ** 31 - 1;
function wait(delay, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const release = onAbort(signal, () => {
      clearTimeout(timer);
      reject(abortError(signal));
    });
    const timer = setTimeout(
      () => {
        release();
        resolve();
      },
      Math.min(delay, LONGEST_TIMER)
    );
  });
}
function race(pending, signal) {
  if (!signal) return pending;
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortReason(signal));
    if (signal.aborted) stop();
    const release = signal.aborted ? void 0 : onAbort(signal, stop);
    pending.then(resolve, reject).finally(release);
  });
}
export {
  LONGEST_TIMER,
  race,
  wait
};
