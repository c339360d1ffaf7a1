class LaneStopped extends Error {
  /** Milliseconds until calls may start. */
  delay;
  constructor(delay) {
    super("The lane is stopped");
    this.name = "LaneStopped";
    this.delay = delay;
  }
}
export {
  LaneStopped
};
