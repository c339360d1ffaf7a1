const MOST_FAILURES = 3;
const MOST_TARGETS = 1e3;
class Breaker {
  targets = /* @__PURE__ */ new Map();
  cooldown;
  now;
  constructor(cooldown, now) {
    this.cooldown = cooldown;
    this.now = now;
  }
  /** Whether no target has failed lately. */
  get isQuiet() {
    return this.targets.size === 0;
  }
  /** Whether calls pass the target over; after the cooldown one call may probe it. */
  isOpen(name) {
    const health = this.targets.get(name);
    if (!health || health.failures < MOST_FAILURES) return false;
    return health.isProbed || this.now() < health.openUntil;
  }
  /** A call goes to the target now. */
  begin(name) {
    const health = this.targets.get(name);
    if (health && health.failures >= MOST_FAILURES && this.now() >= health.openUntil) health.isProbed = true;
  }
  succeed(name) {
    this.targets.delete(name);
  }
  fail(name) {
    const health = this.targets.get(name) ?? { failures: 0, openUntil: 0, isProbed: false };
    health.failures++;
    health.isProbed = false;
    if (health.failures >= MOST_FAILURES) health.openUntil = this.now() + this.cooldown;
    if (!this.targets.has(name) && this.targets.size >= MOST_TARGETS) this.forgetOldest();
    this.targets.set(name, health);
  }
  /** The call ended in a way that tells nothing about the target. */
  release(name) {
    const health = this.targets.get(name);
    if (health) health.isProbed = false;
  }
  /** Names of the targets that are passed over now. */
  get open() {
    return [...this.targets.keys()].filter((name) => this.isOpen(name));
  }
  forgetOldest() {
    const [oldest] = this.targets.keys();
    if (oldest !== void 0) this.targets.delete(oldest);
  }
}
export {
  Breaker
};
