import { JINJA_WORDING } from "./wording.js";
class Source {
  text;
  name;
  wording;
  constructor(text, name, wording = JINJA_WORDING) {
    this.text = text;
    this.name = name;
    this.wording = wording;
  }
  /** @param offset in UTF-16 units */
  locate(offset) {
    const at = Math.min(offset, this.text.length);
    const start = this.text.lastIndexOf("\n", at - 1) + 1;
    const end = this.text.indexOf("\n", at);
    const line = this.text.slice(0, start).split("\n").length;
    const before = this.text.slice(at === 0 ? 0 : start, at);
    const whole = this.text.slice(at === 0 ? 0 : start, end === -1 ? void 0 : end);
    return {
      line,
      column: [...before].length + 1,
      excerpt: `${whole}
${before.replace(/[^\t]/gu, " ")}^`
    };
  }
  /** Number of the line, counted from 1, that holds the offset. */
  lineAt(offset) {
    return this.locate(offset).line;
  }
}
export {
  Source
};
