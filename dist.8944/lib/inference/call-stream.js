function createCallStream(open, convert) {
  const stream = new EventStream(open, convert);
  const { asyncDispose } = Symbol;
  if (asyncDispose) Object.defineProperty(stream, asyncDispose, { value: async () => void await stream.return() });
  return stream;
}
const DONE = { done: true, value: void 0 };
class EventStream {
  open;
  convert;
  opening;
  stream;
  /** The last `next` that waits; the ones after it wait for it. */
  pending;
  /** Set where the last `next` that waits needed no queue. */
  direct;
  isDone = false;
  constructor(open, convert) {
    this.open = open;
    this.convert = convert;
  }
  next() {
    const { stream, pending } = this;
    if (pending || !stream) return this.queue(() => this.readNext());
    if (this.isDone) return Promise.resolve(DONE);
    try {
      const result = stream.reader.nextWith(this.deliverDirect, this.failDirect);
      if (!(result instanceof Promise)) return Promise.resolve(result);
      this.direct = result;
      this.pending = result;
      return result;
    } catch (error) {
      this.finish();
      return Promise.reject(error);
    }
  }
  return(value) {
    this.finish();
    return Promise.resolve({ done: true, value });
  }
  throw(error) {
    this.finish();
    return Promise.reject(error);
  }
  async withResponse() {
    const { info } = await this.start();
    return { data: this, response: info };
  }
  [Symbol.asyncIterator]() {
    return this;
  }
  get [Symbol.toStringTag]() {
    return "AsyncGenerator";
  }
  start() {
    this.opening ??= this.open().then(
      (stream) => {
        this.stream = stream;
        if (this.isDone) this.finish();
        return stream;
      },
      (error) => {
        this.isDone = true;
        throw error;
      }
    );
    return this.opening;
  }
  async readNext() {
    if (this.isDone) return DONE;
    const stream = this.stream ?? await this.start();
    if (this.isDone) return DONE;
    return this.deliver(await stream.reader.next());
  }
  /** Runs `step` after the steps before it. */
  queue(step) {
    const running = this.pending ? this.pending.then(step, step) : step();
    const guarded = running.catch((error) => {
      this.finish();
      throw error;
    });
    this.pending = guarded;
    const done = () => {
      if (this.pending === guarded) this.pending = void 0;
    };
    guarded.then(done, done);
    return guarded;
  }
  deliverDirect = (event) => {
    this.leaveDirect();
    return this.deliver(event);
  };
  failDirect = (error) => {
    this.leaveDirect();
    this.finish();
    throw error;
  };
  leaveDirect() {
    if (this.pending === this.direct) this.pending = void 0;
  }
  deliver(event) {
    if (event !== void 0 && !this.isDone) return { done: false, value: this.convert(event) };
    this.finish();
    return DONE;
  }
  finish() {
    this.isDone = true;
    const { stream } = this;
    this.stream = void 0;
    stream?.reader.close();
    stream?.close();
  }
}
export {
  createCallStream
};
