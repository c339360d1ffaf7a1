import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.js";
import { parseJson, readMember, stringify } from "../json.js";
import { abortReason, onAbort } from "./abort.js";
import { EventParser } from "./events.js";
import { describeExcess, limitOf } from "./limits.js";
import { findSecrets, removeSecret } from "./redact.js";
import { describeRequest, describeResponse } from "./send.js";
const END_MARKER = "[DONE]";
class StreamReader {
  reader;
  parser = new EventParser();
  limit;
  signal;
  release;
  response;
  request;
  /** The end of the body was read; events of its last chunk may still be waiting. */
  isRead = false;
  isClosed = false;
  constructor(response, request, options = {}) {
    this.response = response;
    this.request = request;
    this.signal = options.signal ?? request.info.signal;
    this.limit = limitOf("eventBytes", options.limits);
    const contentType = response.headers.get("content-type");
    if (!contentType?.toLowerCase().startsWith("text/event-stream")) {
      response.body?.cancel().catch(() => void 0);
      const expected = "server does not support event stream content type";
      throw this.fail("".concat(expected, ", it returned ").concat(contentType), "");
    }
    this.reader = response.body?.getReader();
    this.release = onAbort(this.signal, () => this.cancel());
  }
  /** Returns the next value, or a promise of it where it has not arrived; undefined is the end. */
  next() {
    return this.nextWith(identity, rethrow);
  }
  /**
   * As `next`, with a transform of each value: one promise for a value that has not arrived.
   * @param deliver makes the result of a value, or of undefined at the end
   * @param fail throws the error of a value that was waited for
   */
  nextWith(deliver, fail) {
    let value;
    try {
      value = this.take();
    } catch (error) {
      this.close();
      throw error;
    }
    return value !== void 0 || this.isClosed ? deliver(value) : this.read(deliver, fail);
  }
  /** Ends the stream and closes the connection. */
  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.release();
    if (!this.isRead) this.cancel();
  }
  cancel() {
    this.reader?.cancel().catch(() => void 0);
  }
  read(deliver, fail) {
    const refuse = (error) => {
      this.close();
      return fail(error);
    };
    const accept = ({ done, value }) => {
      let found;
      try {
        this.isRead = done;
        if (value) this.parser.push(value);
        else this.parser.end();
        found = this.take();
      } catch (error) {
        return refuse(error);
      }
      return found !== void 0 || this.isClosed ? deliver(found) : this.read(deliver, fail);
    };
    if (this.reader && !this.isRead) return this.reader.read().then(accept, refuse);
    this.close();
    return Promise.resolve(deliver(void 0));
  }
  /** Returns the next value that has arrived; undefined where there is none, or the stream has ended. */
  take() {
    if (this.signal?.aborted) throw abortReason(this.signal);
    while (!this.isClosed) {
      const event = this.parser.next();
      if ((event?.data.length ?? this.parser.pendingLength) > this.limit) {
        throw new InferenceClientProviderOutputError(describeExcess("eventBytes", this.limit));
      }
      if (!event) return void 0;
      if (event.data === END_MARKER) this.close();
      else if (event.data !== "" || event.event === "error") return this.parse(event);
    }
    return void 0;
  }
  parse({ data, event }) {
    const value = parseJson(data);
    if (event === "error" || value !== null && typeof value === "object" && "error" in value) {
      throw this.fail("an occurred while streaming the response: ".concat(describeError(value, data)), value ?? data);
    }
    if (value !== void 0) return value;
    const shown = shorten(removeSecret(data, findSecrets(this.request.url, this.request.info.headers)));
    throw new InferenceClientProviderOutputError("Received a malformed event in the stream: ".concat(shown));
  }
  fail(detail, body) {
    return new InferenceClientProviderApiError(
      "Failed to perform inference: ".concat(detail),
      describeRequest(this.request),
      describeResponse(this.response, body)
    );
  }
}
const identity = (value) => value;
const rethrow = (error) => {
  throw error;
};
async function* readStream(response, request, options) {
  const reader = new StreamReader(response, request, options);
  try {
    for (let value = await reader.next(); value !== void 0; value = await reader.next()) yield value;
  } finally {
    reader.close();
  }
}
function describeError(value, data) {
  const hasError = value !== null && typeof value === "object" && "error" in value;
  const error = hasError ? value.error : value;
  if (typeof error === "string") return error;
  const message = readMember(error, "message");
  if (typeof message === "string") return message;
  return error === void 0 ? shorten(data) : stringify(error);
}
function shorten(text) {
  return text.length > 200 ? "".concat(text.slice(0, 200), "\u2026") : text;
}
export {
  StreamReader,
  readStream
};
