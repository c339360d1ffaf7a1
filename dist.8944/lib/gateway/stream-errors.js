class FirstTokenTimeout extends Error {
  constructor(seconds) {
    super(`No token came within ${seconds} s.`);
    this.name = "FirstTokenTimeout";
  }
}
class StreamCut extends Error {
  constructor() {
    super("The stream ended before the answer was complete.");
    this.name = "StreamCut";
  }
}
export {
  FirstTokenTimeout,
  StreamCut
};
