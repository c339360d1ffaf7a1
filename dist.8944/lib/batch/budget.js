class Budget {
  spent;
  most;
  known = 0;
  knownSum = 0;
  /**
   * @param most US dollars; undefined: no limit
   * @param spent US dollars that were spent before
   */
  constructor(most, spent) {
    this.most = most;
    this.spent = spent;
  }
  add(cost) {
    if (cost === null) return;
    this.spent += cost;
    this.known++;
    this.knownSum += cost;
  }
  /** Whether one more call might go beyond the limit. */
  isUsedUp(inFlight) {
    if (this.most === void 0) return false;
    const mean = this.known === 0 ? 0 : this.knownSum / this.known;
    const most = this.most * (1 + 1e-9);
    return this.spent >= this.most || this.spent + (inFlight + 1) * mean > most;
  }
}
export {
  Budget
};
