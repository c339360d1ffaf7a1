import { parseJson } from "../http/index.js";
import { Utf8Stream } from "./utf8.js";
class EventText {
  decoder = new Utf8Stream();
  rest = "";
  /** Characters of the event that is not complete yet. */
  get pending() {
    return this.rest.length;
  }
  /** The events that are complete now; the empty string where none is. */
  push(bytes) {
    const text = this.rest + this.decoder.push(bytes);
    const end = text.endsWith("\n\n") ? text.length : Math.max(endOf(text, "\n\n"), endOf(text, "\r\n\r\n"));
    this.rest = text.slice(end);
    return text.slice(0, end);
  }
  /** The rest at the end, closed as an event. */
  end() {
    const text = this.rest + this.decoder.end();
    this.rest = "";
    return text.trim() === "" ? "" : `${text.replace(/[\r\n]+$/, "")}

`;
  }
}
function endOf(text, mark) {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}
function* splitEvents(text) {
  if (text.includes("\r")) {
    for (const block of text.split(/\r?\n\r?\n/)) if (block.trim() !== "") yield readBlock(block);
    return;
  }
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf("\n\n", from);
    const to = found < 0 ? text.length : found;
    const block = text.slice(from, to);
    if (block.trim() !== "") yield readBlock(block);
    from = to + 2;
  }
}
function readBlock(text) {
  if (text.startsWith("data: ") && !text.includes("\n") && !text.includes("\r"))
    return { text, data: text.slice(6), event: void 0 };
  const lines = text.split(/\r\n|\n|\r/);
  const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, ""));
  const event = lines.find((line) => line.startsWith("event:"))?.slice(6).trim();
  return { text, data: data.length === 0 ? void 0 : data.join("\n"), event };
}
function readValues(text) {
  const values = [];
  for (const { data } of splitEvents(text)) {
    const value = data === void 0 || data === "[DONE]" ? void 0 : parseJson(data);
    if (value !== void 0) values.push(value);
  }
  return values;
}
function formatEvent(value, event) {
  return `${event === void 0 ? "" : `event: ${event}
`}data: ${JSON.stringify(value)}

`;
}
export {
  EventText,
  formatEvent,
  readValues,
  splitEvents
};
