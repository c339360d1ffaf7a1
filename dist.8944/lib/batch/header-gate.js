const UNTOLD_RESET = 1e3;
const SHORTEST_SPAN = 200;
const MARGIN = 0.95;
const MEMORY = 2e4;
const SHORT_RESET = 5e3;
class HeaderGate {
  known = /* @__PURE__ */ new Map();
  /** Tokens of a call, on average. */
  tokensPerCall = 0;
  /**
   * Takes in what a response reports. Returns how long in milliseconds the limit that is used up lasts, if one is.
   * @param call whose response it was
   */
  learn(limits, { number, time }, now) {
    let exhausted;
    for (const [index, window] of limits.windows.entries()) {
      const { remaining, reset = UNTOLD_RESET } = window;
      if (remaining === void 0) continue;
      if (remaining < 1 && window.reset !== void 0) exhausted = Math.max(exhausted ?? 0, window.reset);
      const key = `${index} ${window.counts}`;
      const before = this.known.get(key);
      const report = { remaining, number, time, resetAt: now + reset };
      if (!before) {
        const told = { window, remaining, toldBy: number, toldAt: time, resetAt: report.resetAt };
        this.known.set(key, { ...told, base: report, refilled: 0, refillTime: 0 });
      } else if (number > before.toldBy) {
        this.measure(before, report);
        Object.assign(before, { window, remaining, toldBy: number, toldAt: time, resetAt: report.resetAt });
      } else if (remaining < before.remaining) {
        before.remaining = remaining;
      }
    }
    return exhausted;
  }
  /** Whether a limit that starts anew soon is seen not to be refilled before: then waiting for that is best. */
  get hasFixedWindow() {
    for (const { window, refillTime, refilled, resetAt, toldAt } of this.known.values()) {
      const isShort = window.counts === "requests" && resetAt - toldAt <= SHORT_RESET;
      if (isShort && refillTime >= SHORTEST_SPAN && refilled < 1) return true;
    }
    return false;
  }
  countTokens(tokens) {
    this.tokensPerCall = this.tokensPerCall === 0 ? tokens : this.tokensPerCall * 0.9 + tokens * 0.1;
  }
  /** The service refused although its headers let calls through: less is refilled than it seemed. */
  distrust() {
    for (const known of this.known.values()) known.refilled *= 0.8;
  }
  /**
   * Milliseconds until a call may start.
   * @param next number of the call
   * @param learnt calls a millisecond that the service is known to allow
   */
  delay(next, inFlight, now, learnt = 0) {
    let delay = 0;
    for (const known of this.known.values()) {
      if (now >= known.resetAt) continue;
      const cost = this.costOf(known.window);
      const uncounted = Math.max(next - 1 - known.toldBy, Math.min(inFlight, known.remaining + 1));
      const isPaced = known.window.counts === "requests" && known.resetAt - known.toldAt <= SHORT_RESET;
      const refill = Math.max(this.refillOf(known), isPaced ? learnt : 0);
      const level = known.remaining + refill * (now - known.toldAt) - uncounted * cost;
      const missing = Math.max(cost, 1) - level;
      if (missing <= 0) continue;
      delay = Math.max(delay, Math.min(known.resetAt - now, refill > 0 ? missing / refill : Number.POSITIVE_INFINITY));
    }
    return Math.ceil(delay);
  }
  measure(known, report) {
    const { base } = known;
    const span = report.time - base.time;
    if (span < SHORTEST_SPAN) return;
    const limit = known.window.limit ?? Number.POSITIVE_INFINITY;
    if (report.time < base.resetAt && report.remaining < limit - 1) {
      const gained = report.remaining - base.remaining + (report.number - base.number) * this.costOf(known.window);
      const kept = Math.min(1, MEMORY / (known.refillTime + span));
      known.refilled = Math.max(0, (known.refilled + gained) * kept);
      known.refillTime = (known.refillTime + span) * kept;
    }
    known.base = report;
  }
  /** Units a millisecond; 0 where too little is known. */
  refillOf({ refilled, refillTime }) {
    return refillTime < SHORTEST_SPAN || refilled < 1 ? 0 : refilled / refillTime * MARGIN;
  }
  costOf({ counts }) {
    return counts === "requests" ? 1 : this.tokensPerCall;
  }
}
export {
  HeaderGate,
  SHORT_RESET
};
