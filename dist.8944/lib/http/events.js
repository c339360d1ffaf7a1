import { ChunkDecoder } from "./chunk-decoder.js";
async function* readEvents(body) {
  const reader = body.getReader();
  const parser = new EventParser();
  let isFinished = false;
  try {
    while (!isFinished) {
      const { done, value } = await reader.read();
      isFinished = done;
      if (value) parser.push(value);
      else parser.end();
      for (let event = parser.next(); event; event = parser.next()) yield event;
    }
  } finally {
    if (!isFinished) reader.cancel().catch(() => void 0);
    reader.releaseLock();
  }
}
const LINE_FEED = 10;
class EventParser {
  decoder = new ChunkDecoder();
  /** Text of the current chunk; it was read up to `position`. */
  text = "";
  position = 0;
  hasCarriageReturn = false;
  /** The chunk before ended with a CR; an LF that follows belongs to the same line end. */
  endedWithCarriageReturn = false;
  /** The line that began in an earlier chunk. Text is only ever appended to it, so that many small chunks stay cheap. */
  line = "";
  data;
  event = "";
  id = "";
  /** Adds a chunk. All events of the chunks before must have been taken. */
  push(chunk) {
    this.add(this.decoder.decode(chunk));
  }
  /** Ends the stream: an event whose empty line never came is complete now. */
  end() {
    const rest = this.decoder.end();
    this.add(`${rest}

`);
    this.endedWithCarriageReturn = false;
  }
  /** Characters of the event that is not complete yet. */
  get pendingLength() {
    return this.line.length + (this.data?.length ?? 0);
  }
  /** Takes the next complete event of the current chunk. */
  next() {
    const { text } = this;
    if (!this.hasCarriageReturn && this.line === "" && this.data === void 0 && this.event === "") {
      const from = this.position;
      if (text.startsWith("data: ", from)) {
        const end = text.indexOf("\n", from + 6);
        if (end !== -1 && text.charCodeAt(end + 1) === LINE_FEED) {
          this.position = end + 2;
          const data = text.slice(from + 6, end);
          return this.id === "" ? { data } : { data, id: this.id };
        }
      }
    }
    while (this.position < text.length) {
      const end = this.findLineEnd();
      if (end === -1) {
        this.line += text.slice(this.position);
        this.position = text.length;
        return void 0;
      }
      const line = this.line + text.slice(this.position, end);
      this.line = "";
      this.position = text.startsWith("\r\n", end) ? end + 2 : end + 1;
      const event = this.readLine(line);
      if (event) return event;
    }
    return void 0;
  }
  add(text) {
    if (text === "") return;
    this.text = text;
    this.position = this.endedWithCarriageReturn && text.startsWith("\n") ? 1 : 0;
    this.hasCarriageReturn = text.includes("\r");
    this.endedWithCarriageReturn = text.endsWith("\r");
  }
  findLineEnd() {
    if (!this.hasCarriageReturn) return this.text.indexOf("\n", this.position);
    const pattern = /[\r\n]/g;
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.index ?? -1;
  }
  readLine(line) {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    if (colon <= 0) return void 0;
    const field = line.slice(0, colon);
    const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.data = this.data === void 0 ? value : `${this.data}
${value}`;
    else if (field === "event") this.event = value;
    else if (field === "id") this.id = value;
    return void 0;
  }
  dispatch() {
    const { data, event, id } = this;
    this.data = void 0;
    this.event = "";
    if (data === void 0) return void 0;
    return { data, ...event === "" ? {} : { event }, ...id === "" ? {} : { id } };
  }
}
export {
  EventParser,
  readEvents
};
