class Bucket {
  perMinute;
  #capacity;
  #level;
  #time;
  constructor(perMinute, burst, now) {
    this.perMinute = perMinute;
    this.#capacity = Math.max(1, perMinute / 60 * burst);
    this.#level = this.#capacity;
    this.#time = now;
  }
  refill(now) {
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#time) / 6e4 * this.perMinute);
    this.#time = now;
  }
  take(amount) {
    this.#level -= amount;
  }
  get remaining() {
    return Math.max(0, Math.floor(this.#level));
  }
  /** Seconds until there is room for one more. */
  get wait() {
    return Math.max(0, (1 - this.#level) / this.perMinute * 60);
  }
  /** Seconds until it is full. */
  get reset() {
    return (this.#capacity - this.#level) / this.perMinute * 60;
  }
}
export {
  Bucket
};
