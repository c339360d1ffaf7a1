import { replaying } from "./values/adopt.js";
import { Meter, metered } from "./values/meter.js";
class Suspension {
  until;
  constructor(until) {
    this.until = until;
  }
}
const FIRST_SLICE = 10;
class Session {
  #calls = [];
  #settled = /* @__PURE__ */ new Map();
  #position = 0;
  #isInCall = false;
  begin() {
    this.#position = 0;
  }
  settle(promise) {
    const outcome = this.#settled.get(promise);
    if (outcome) return read(outcome);
    throw new Suspension(
      promise.then(
        (value) => this.#settled.set(promise, { value }),
        (error) => this.#settled.set(promise, { error })
      )
    );
  }
  call(run) {
    if (this.#isInCall) return run();
    const position = this.#position++;
    const known = this.#calls[position];
    if (known) return read(known);
    this.#isInCall = true;
    let outcome;
    try {
      outcome = { value: run() };
    } catch (error) {
      if (error instanceof Suspension) throw error;
      outcome = { error };
    } finally {
      this.#isInCall = false;
    }
    this.#calls[position] = outcome;
    return read(outcome);
  }
}
function read(outcome) {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
async function* renderInPieces(begin, budget, signal) {
  const session = new Session();
  let spent = 0;
  let sent = 0;
  for (let slice = FIRST_SLICE; ; ) {
    signal?.throwIfAborted();
    session.begin();
    const start = performance.now();
    const attempt = begin();
    const pause = () => {
      if (performance.now() - start > slice) throw new Suspension(new Promise((resolve) => setTimeout(resolve)));
    };
    let until;
    try {
      const meter = new Meter(budget, pause, start - spent);
      const text = metered(meter, () => replaying(session, attempt.run));
      if (text.length > sent) yield text.slice(sent);
      return;
    } catch (error) {
      if (!(error instanceof Suspension)) throw error;
      ({ until } = error);
    }
    const elapsed = performance.now() - start;
    spent += elapsed;
    if (elapsed > slice) slice *= 2;
    const written = attempt.written();
    if (written.length > sent) yield written.slice(sent);
    sent = Math.max(sent, written.length);
    await untilAborted(until, signal);
  }
}
async function untilAborted(work, signal) {
  if (!signal) return void await work;
  let stop = () => void 0;
  const aborted = new Promise((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
export {
  renderInPieces
};
