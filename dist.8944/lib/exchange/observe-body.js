import { StoppedEarly, tapBody } from "./tap.js";
function observeBody(response, observer) {
  if ("observe" in response) {
    response.observe(observer);
    return response;
  }
  return insertPrototype(response, new Watch(observer), responses);
}
const WATCH = /* @__PURE__ */ Symbol("watch");
class Watch {
  observer;
  /** Undefined until somebody asks for it: in Node the stream of a body is made then. */
  stream;
  /** The reader was asked for by the tap, which tells itself. */
  isTapped = false;
  isOver = false;
  constructor(observer) {
    this.observer = observer;
  }
  note = ({ done, value }) => {
    if (done) this.end();
    else this.observer.piece(value, false);
  };
  end = (error) => {
    if (this.isOver) return;
    this.isOver = true;
    this.observer.end(error);
  };
  /** Passes on what a method of the response reads as a whole. */
  async whole(pending, read) {
    try {
      const value = await pending;
      const content = read(value);
      if (content !== void 0 && !this.isOver) this.observer.piece(content, true);
      this.end();
      return value;
    } catch (error) {
      this.end(error);
      throw error;
    }
  }
}
function insertPrototype(target, watch, { make, known }) {
  const base = Object.getPrototypeOf(target);
  let prototype = known.get(base);
  if (!prototype) {
    prototype = Object.create(base, Object.getOwnPropertyDescriptors(make(base)));
    known.set(base, prototype);
  }
  Object.setPrototypeOf(target, prototype);
  return Object.assign(target, { [WATCH]: watch });
}
const responses = {
  known: /* @__PURE__ */ new WeakMap(),
  make: (base) => {
    const plain = base;
    return {
      text() {
        return this[WATCH].whole(plain.text.call(this), (text) => text);
      },
      async json() {
        return JSON.parse(await this.text());
      },
      arrayBuffer() {
        return this[WATCH].whole(plain.arrayBuffer.call(this), (buffer) => new Uint8Array(buffer));
      },
      blob() {
        return this[WATCH].whole(plain.blob.call(this), () => void 0);
      },
      get body() {
        const watch = this[WATCH];
        if (watch.stream === void 0) {
          const stream = Reflect.get(base, "body", this);
          watch.stream = stream && insertPrototype(stream, watch, streams);
          if (!stream) watch.end();
        }
        return watch.stream;
      }
    };
  }
};
const streams = {
  known: /* @__PURE__ */ new WeakMap(),
  make: (base) => {
    const plain = base;
    return {
      getReader(options) {
        const watch = this[WATCH];
        const reader = plain.getReader.call(this, options);
        return watch.isTapped ? reader : insertPrototype(reader, watch, readers);
      },
      cancel(reason) {
        this[WATCH].end(new StoppedEarly());
        return plain.cancel.call(this, reason);
      },
      tee() {
        return tap(this).tee();
      },
      pipeThrough(transform, options) {
        return tap(this).pipeThrough(transform, options);
      },
      pipeTo(destination, options) {
        return tap(this).pipeTo(destination, options);
      },
      values(options) {
        return tap(this).values(options);
      },
      [Symbol.asyncIterator](options) {
        return tap(this).values(options);
      }
    };
  }
};
const readers = {
  known: /* @__PURE__ */ new WeakMap(),
  make: (base) => {
    const plain = base;
    return {
      read(...view) {
        const result = plain.read.apply(this, view);
        result.then(this[WATCH].note, this[WATCH].end);
        return result;
      },
      cancel(reason) {
        this[WATCH].end(new StoppedEarly());
        return plain.cancel.call(this, reason);
      }
    };
  }
};
function tap(stream) {
  const watch = stream[WATCH];
  watch.isTapped = true;
  const teller = { chunk: (bytes) => watch.observer.piece(bytes, false), end: watch.end };
  return tapBody(new Response(stream), teller).body ?? stream;
}
export {
  observeBody
};
