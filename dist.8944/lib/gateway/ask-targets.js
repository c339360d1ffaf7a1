import { Attempt } from "./attempt.js";
import { describeFailure } from "./failure.js";
async function askTargets(services, call, targets, ask) {
  let last;
  for (const target of putFailingLast(targets, call, services.breaker)) {
    const outcome = await askTarget(services, call, target, nameOf(target, call), ask);
    if ("result" in outcome) return outcome;
    last = outcome;
    if (call.cancellation.isCancelled || !outcome.canFailOver) break;
    services.metrics.countFailover();
  }
  throw last?.error ?? new Error("A call has no target");
}
function putFailingLast(targets, call, breaker) {
  if (breaker.isQuiet) return targets;
  const open = targets.filter((target) => breaker.isOpen(nameOf(target, call)));
  return [...targets.filter((target) => !open.includes(target)), ...open];
}
function nameOf({ provider, model }, { task }) {
  return `${provider ?? "auto"} ${model} ${task}`;
}
async function askTarget(services, call, target, name, ask) {
  const lane = services.lanes.get(name);
  let patience = services.wait;
  services.breaker.begin(name);
  while (true) {
    let ticket;
    try {
      const free = lane.start();
      if (free) ticket = free;
      else {
        const asked = services.now();
        ticket = await lane.acquire(call.client, patience, call.cancellation);
        patience -= Math.max(0, services.now() - asked);
      }
    } catch (error) {
      services.breaker.release(name);
      return describeFailure(error, target);
    }
    const attempting = new Attempt(services, call, target, name, ticket);
    try {
      return { result: await ask(attempting), attempting };
    } catch (error) {
      const failure = attempting.fail(error);
      const { retryAfter } = failure.error.details;
      const isShort = failure.isLimit && retryAfter !== void 0 && retryAfter * 1e3 <= patience;
      if (!isShort || call.cancellation.isCancelled) return failure;
      if (retryAfter * 1e3 < LEAST_PAUSE) await pauseUnlessCancelled(LEAST_PAUSE, call.cancellation);
      patience -= LEAST_PAUSE;
    }
  }
}
const LEAST_PAUSE = 250;
function pauseUnlessCancelled(duration, cancellation) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      release();
      resolve();
    }, duration);
    const release = cancellation.onCancel(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
export {
  askTargets
};
