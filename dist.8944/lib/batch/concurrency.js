const AIMD = {
  start: 8,
  maximum: 128,
  /** Factor on a limit. */
  cut: 0.75,
  /** Successes for one more call in flight. */
  successesPerStep: 25,
  /** How far above the last limit met the ceiling is, and for how long, in milliseconds. */
  ceilingFactor: 1.1,
  ceilingMs: 5 * 6e4
};
class ConcurrencyWindow {
  limit;
  maximum;
  isFixed;
  isSlowStart = true;
  /** The limit was in use when the call with this number started: successes of those before it count. */
  fullMark = -1;
  /** Only calls from this number on may cut: those before belong to the burst that did. */
  cutMark = 0;
  successes = 0;
  ceiling = Number.POSITIVE_INFINITY;
  ceilingUntil = 0;
  constructor({ start, maximum, isFixed }) {
    this.maximum = maximum;
    this.isFixed = isFixed;
    this.limit = isFixed ? maximum : Math.max(1, Math.min(start, maximum));
  }
  /** All calls that may be in flight are, with this one. An idle lane learns nothing from successes. */
  fill(number) {
    this.fullMark = number;
  }
  /** @param number of the call that succeeded */
  succeed(number, now) {
    if (this.isFixed || number > this.fullMark) return;
    if (this.isSlowStart) {
      this.grow(this.limit + 1, now);
    } else if (++this.successes >= AIMD.successesPerStep) {
      this.successes = 0;
      this.grow(this.limit + 1, now);
    }
  }
  /**
   * Tells of a limit. Returns whether it was the first of its burst, and so cut the window.
   * @param inFlight calls that were in flight, which is where a window without limit begins
   */
  cut(number, next, now, inFlight = this.limit) {
    if (number < this.cutMark) return false;
    if (this.limit === Number.POSITIVE_INFINITY) this.limit = Math.max(1, inFlight);
    this.cutMark = next;
    this.isSlowStart = false;
    this.successes = 0;
    if (this.isFixed) return true;
    this.ceiling = Math.max(1, Math.ceil(this.limit * AIMD.ceilingFactor));
    this.ceilingUntil = now + AIMD.ceilingMs;
    this.limit = Math.max(1, Math.floor(this.limit * AIMD.cut));
    return true;
  }
  /** Ends slow start without a cut: the service warns. */
  hold() {
    this.isSlowStart = false;
  }
  grow(wanted, now) {
    const ceiling = now < this.ceilingUntil ? this.ceiling : Number.POSITIVE_INFINITY;
    this.limit = Math.max(this.limit, Math.min(wanted, this.maximum, ceiling));
  }
}
export {
  AIMD,
  ConcurrencyWindow
};
