import { fitBucket } from "./bucket-fit.js";
const FIRST_GROWTH = 2;
const LAST_GROWTH = 0.3;
const LONGEST_SEARCH = 8;
const CLIMB = 60;
const LEAST_GROWTH = 5e-4;
const MOST_GROWTH = 4e-3;
const CALM = 20;
const MARGIN = 0.97;
const RETREAT = 0.94;
const DOUBT = 1.6;
const FEWEST = 3;
const SHORTEST_BURST = 100;
const GRAIN = 2;
const MOST = 600;
const CATCH_UP = 100;
const SECOND = 1e3;
class LearntPace {
  /** Calls a millisecond at `setAt`; undefined until a limit was met. */
  rate;
  setAt = 0;
  growth = FIRST_GROWTH;
  nextStart = 0;
  outcomes = [];
  /** A limit was met: when, at which pace, and from when on calls may go out. */
  met;
  isFitted = false;
  /** Calls that went through since the pace was chosen. */
  passed = 0;
  /** Calls a millisecond that are let out; undefined until a limit was met. */
  rateAt(now) {
    if (this.rate === void 0) return void 0;
    const seconds = Math.min(600, Math.max(0, now - this.setAt) / SECOND);
    const isKnown = this.growth <= MOST_GROWTH;
    return this.rate * Math.exp(this.growth * (isKnown ? lengthen(seconds) : Math.min(seconds, LONGEST_SEARCH)));
  }
  /** As `rateAt`, once the rate is more than a guess. */
  knownRate(now) {
    return this.growth <= MOST_GROWTH ? this.rateAt(now) : void 0;
  }
  /**
   * A call was told that nothing is left.
   * @param until when the service says there is more
   */
  runDry(outcome, now, until) {
    outcome.dry++;
    if (this.growth > MOST_GROWTH) this.stop(now, until);
  }
  /** Milliseconds until the next call may start. */
  delay(now) {
    this.resume(now);
    return this.rate === void 0 ? 0 : Math.max(0, this.nextStart - now);
  }
  /** Starts a call. Returns what its end is told to. */
  start(now) {
    const rate = this.rateAt(now);
    if (rate !== void 0) this.nextStart = Math.max(this.nextStart, now - CATCH_UP) + 1 / rate;
    const last = this.outcomes.at(-1);
    if (last && now - last.time < GRAIN) {
      last.open++;
      return last;
    }
    if (this.outcomes.length >= MOST) this.outcomes = thin(this.outcomes);
    const outcome = { time: now, passed: 0, dry: 0, open: 1 };
    this.outcomes.push(outcome);
    return outcome;
  }
  end(outcome, ending) {
    outcome.open--;
    if (ending === "passed") {
      outcome.passed++;
      this.passed++;
    } else if (ending === "refused") outcome.dry++;
  }
  /**
   * A limit was met.
   * @param until when calls may go out again
   */
  stop(now, until) {
    this.met ??= { at: now, rate: this.rateAt(now) ?? Number.POSITIVE_INFINITY, until };
    this.met.until = Math.max(this.met.until, until);
    this.nextStart = Math.max(this.nextStart, until);
  }
  /** Chooses the pace when a stop has ended: at once by half, and anew when all calls of before have ended. */
  resume(now) {
    const { met } = this;
    if (!met || now < met.until) return;
    const isPending = this.outcomes.some(({ time, open }) => open > 0 && time <= met.at);
    if (isPending && this.isFitted) return;
    this.isFitted = true;
    if (isPending) {
      const passed2 = this.outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
      const elapsed = Math.max(SECOND, now - (this.outcomes[0]?.time ?? now));
      this.set(Math.min(met.rate / 2, this.rate ?? passed2 / elapsed), now);
      return;
    }
    this.met = void 0;
    this.isFitted = false;
    const known = this.outcomes.filter(({ passed: passed2, dry }) => passed2 + dry > 0);
    const passed = known.reduce((sum, outcome) => sum + outcome.passed, 0);
    if (this.passed === 0 && met.rate < Number.POSITIVE_INFINITY) this.set(met.rate * RETREAT, now);
    else if (passed < FEWEST) this.set(FEWEST / Math.max(SECOND, now - (known[0]?.time ?? now)), now);
    else this.choose(known, met, now);
    this.passed = 0;
  }
  choose(outcomes, met, now) {
    const { low, best, high } = fitBucket(outcomes);
    if (met.rate === Number.POSITIVE_INFINITY) {
      const first = outcomes[0]?.time ?? 0;
      const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
      const least = Math.max(low, passed / (met.until - first));
      const most = Math.min(high, passed / Math.max(SHORTEST_BURST, (outcomes.at(-1)?.time ?? 0) - first));
      this.set(Math.sqrt(least * Math.max(least, most)), now);
      return;
    }
    if (high / low >= DOUBT && this.growth > LAST_GROWTH) {
      this.growth /= 2;
      this.set(Math.sqrt(low * high), now);
      return;
    }
    const safe = Math.max(low, Math.min(best * MARGIN, met.rate * RETREAT));
    this.growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, Math.log(high * MARGIN / safe) / CLIMB));
    this.set(safe, now);
  }
  set(rate, from) {
    this.rate = Math.max(1e-5, rate);
    this.setAt = from;
    this.nextStart = from;
  }
}
function thin(outcomes) {
  const kept = [];
  let isMerged = true;
  for (const outcome of outcomes) {
    const last = kept.at(-1);
    const isAlike = last && last.open + outcome.open === 0 && last.dry > 0 === outcome.dry > 0;
    if (isAlike && !isMerged && (outcome.dry === 0 || last.passed + outcome.passed === 0)) {
      last.time = outcome.time;
      last.passed += outcome.passed;
      last.dry += outcome.dry;
      isMerged = true;
    } else {
      kept.push(outcome);
      isMerged = false;
    }
  }
  return kept.length > 0.9 * MOST ? kept.slice(MOST / 4) : kept;
}
function lengthen(seconds) {
  const calms = Math.floor(seconds / CALM);
  return CALM * (2 ** calms - 1) + (seconds - calms * CALM) * 2 ** calms;
}
export {
  LearntPace
};
