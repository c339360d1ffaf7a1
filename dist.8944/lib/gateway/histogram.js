const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120];
class Histogram {
  /** Durations between a bound and the one before it. */
  counts = BOUNDS.map(() => 0);
  sum = 0;
  count = 0;
  observe(seconds) {
    this.sum += seconds;
    this.count++;
    const index = BOUNDS.findIndex((bound) => seconds <= bound);
    if (index >= 0) this.counts[index] = (this.counts[index] ?? 0) + 1;
  }
  lines(name) {
    let below = 0;
    return [
      ...BOUNDS.map((bound, index) => {
        below += this.counts[index] ?? 0;
        return `${name}_bucket{le="${bound}"} ${below}`;
      }),
      `${name}_bucket{le="+Inf"} ${this.count}`,
      `${name}_sum ${this.sum}`,
      `${name}_count ${this.count}`
    ];
  }
}
export {
  Histogram
};
