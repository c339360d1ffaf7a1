class BatchStopped extends Error {
  reason;
  constructor(reason, message, options) {
    super(message, options);
    this.name = "BatchStopped";
    this.reason = reason;
  }
}
export {
  BatchStopped
};
