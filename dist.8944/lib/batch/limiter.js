import { AIMD, ConcurrencyWindow } from "./concurrency.js";
import { HeaderGate, SHORT_RESET } from "./header-gate.js";
import { LearntPace } from "./learnt-pace.js";
import { readPause, readRateLimits } from "./rate-headers.js";
import { TokenBucket } from "./token-bucket.js";
const FIRST_PAUSE = 2e3;
const LONGEST_PAUSE = 6e4;
function createLimiter(options = {}) {
  const { start = AIMD.start, concurrency = AIMD.maximum, fixed = false, rpm, tpm, now = Date.now } = options;
  const window = new ConcurrencyWindow({ start, maximum: concurrency, isFixed: fixed });
  const pace = new LearntPace();
  const gate = new HeaderGate();
  const requests = rpm === void 0 ? void 0 : new TokenBucket(rpm, now());
  const tokensBucket = tpm === void 0 ? void 0 : new TokenBucket(tpm, now());
  let next = 0;
  let inFlight = 0;
  let stoppedUntil = 0;
  let stopReason;
  let pause = FIRST_PAUSE;
  let recoveryMark = 0;
  let latency = 0;
  const stop = (until, reason) => {
    if (until <= stoppedUntil) return;
    stoppedUntil = until;
    stopReason = reason;
  };
  const learn = (headers, call, time) => {
    const limits = headers && readRateLimits(headers, time);
    if (limits?.isOverLimit) window.hold();
    return limits && gate.learn(limits, call, time);
  };
  const isBucket = (reset) => reset <= SHORT_RESET && !gate.hasFixedWindow;
  const meetLimit = (call, headers) => {
    const { number } = call;
    const time = now();
    const announced = learn(headers, call, time);
    const asked = (headers && readPause(headers, time)) ?? announced;
    const isFirst = window.cut(number, next, time, inFlight + 1);
    if (asked !== void 0) {
      stop(time + asked, "rate-limit");
    } else if (isFirst) {
      stop(time + pause, "rate-limit");
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
    if (isFirst) {
      recoveryMark = next;
      if (announced !== void 0) gate.distrust();
    }
    if (announced === void 0 || isBucket(announced)) pace.stop(time, Math.max(time, stoppedUntil));
  };
  const isPaced = () => !fixed && !gate.hasFixedWindow;
  const room = (time) => {
    const rate = pace.rateAt(time);
    if (rate === void 0 || !isPaced()) return window.limit;
    return Math.max(window.limit, Math.min(concurrency, Math.ceil(rate * latency * 1.5) + 2));
  };
  const waits = (tokens, time) => {
    if (time < stoppedUntil) return { delay: stoppedUntil - time, reason: stopReason };
    const announced = gate.delay(next, inFlight, time, pace.knownRate(time));
    if (announced > 0) return { delay: announced, reason: "quota" };
    const byHand = Math.max(requests?.delay(1, time) ?? 0, tokensBucket?.delay(tokens, time) ?? 0);
    const paced = pace.delay(time);
    const delay = Math.max(byHand, paced > 0 && isPaced() ? paced : 0);
    return { delay, reason: delay > 0 ? "pace" : void 0 };
  };
  return {
    delay: (tokens = 0) => {
      if (inFlight >= room(now())) return Number.POSITIVE_INFINITY;
      return waits(tokens, now()).delay;
    },
    start: (expected = 0) => {
      const number = next++;
      const time = now();
      const call = { number, time };
      inFlight++;
      if (inFlight >= room(time)) window.fill(number);
      requests?.take(1, time);
      tokensBucket?.take(expected, time);
      const outcome = pace.start(time);
      return {
        succeed: (headers, tokens) => {
          inFlight--;
          const ended = now();
          const announced = learn(headers, call, ended);
          pace.end(outcome, "passed");
          if (announced !== void 0 && isBucket(announced)) pace.runDry(outcome, ended, ended + announced);
          if (tokens !== void 0) {
            gate.countTokens(tokens);
            tokensBucket?.take(tokens - expected, ended);
          }
          if (number >= recoveryMark) pause = FIRST_PAUSE;
          latency = latency === 0 ? ended - time : latency * 0.9 + (ended - time) * 0.1;
          window.succeed(number, ended);
        },
        limit: (headers) => {
          inFlight--;
          pace.end(outcome, "refused");
          meetLimit(call, headers);
        },
        fail: (headers) => {
          inFlight--;
          pace.end(outcome, "failed");
          learn(headers, call, now());
        }
      };
    },
    pause: (duration, reason) => stop(now() + duration, reason),
    get isIdle() {
      return inFlight === 0;
    },
    get state() {
      const time = now();
      const { delay, reason } = waits(0, time);
      const isShown = delay > 1e3 || time < stoppedUntil;
      return {
        inFlight,
        limit: room(time),
        stoppedUntil: isShown ? Math.ceil(time + delay) : 0,
        reason: isShown ? reason : void 0
      };
    }
  };
}
export {
  createLimiter
};
