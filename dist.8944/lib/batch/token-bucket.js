class TokenBucket {
  perMs;
  capacity;
  level;
  filledAt;
  constructor(perMinute, now) {
    this.perMs = perMinute / 6e4;
    this.capacity = Math.max(1, perMinute / 60);
    this.level = this.capacity;
    this.filledAt = now;
  }
  /** Milliseconds until `amount` may be taken; more than the bucket holds waits until it is full. */
  delay(amount, now) {
    this.fill(now);
    const missing = Math.min(amount, this.capacity) - this.level;
    return missing <= 1e-9 ? 0 : Math.max(1, Math.ceil(missing / this.perMs));
  }
  /** Takes `amount`; the level may go below zero, which later calls wait for. A negative amount gives back. */
  take(amount, now) {
    this.fill(now);
    this.level = Math.min(this.capacity, this.level - amount);
  }
  fill(now) {
    this.level = Math.min(this.capacity, this.level + Math.max(0, now - this.filledAt) * this.perMs);
    this.filledAt = now;
  }
}
export {
  TokenBucket
};
