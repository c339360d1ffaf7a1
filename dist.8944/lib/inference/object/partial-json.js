const DEEPEST = 200;
function parsePartialJson(text) {
  const reader = new PartialReader(text);
  reader.skipToValue();
  return reader.readValue(0);
}
class PartialReader {
  at = 0;
  text;
  constructor(text) {
    this.text = text;
  }
  /** Moves to the first bracket: some models say a word before. */
  skipToValue() {
    const start = this.text.search(/[[{]/);
    this.at = start < 0 ? this.text.length : start;
  }
  readValue(depth) {
    this.skipBlanks();
    const sign = this.text[this.at];
    if (depth > DEEPEST) this.at = this.text.length;
    if (sign === void 0 || depth > DEEPEST) return void 0;
    if (sign === "{") return this.readObject(depth);
    if (sign === "[") return this.readList(depth);
    if (sign === '"') return this.readText().value;
    return this.readWord();
  }
  readObject(depth) {
    const members = [];
    this.at++;
    for (; ; ) {
      this.skipBlanks();
      if (this.text[this.at] !== '"') break;
      const name = this.readText();
      this.skipBlanks();
      if (!name.isWhole || this.text[this.at] !== ":") break;
      this.at++;
      const value = this.readValue(depth + 1);
      if (value !== void 0) members.push([name.value, value]);
      if (!this.skipComma()) break;
    }
    if (this.text[this.at] === "}") this.at++;
    return Object.fromEntries(members);
  }
  readList(depth) {
    const items = [];
    this.at++;
    for (; ; ) {
      this.skipBlanks();
      if (this.text[this.at] === "]") break;
      const value = this.readValue(depth + 1);
      if (value === void 0) break;
      items.push(value);
      if (!this.skipComma()) break;
    }
    if (this.text[this.at] === "]") this.at++;
    return items;
  }
  readText() {
    const start = this.at + 1;
    let end = start;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    const isWhole = end < this.text.length;
    this.at = isWhole ? end + 1 : this.text.length;
    const raw = isWhole ? this.text.slice(start, end) : this.text.slice(start).replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "$1");
    return { value: parseText(raw).replace(/[\ud800-\udbff]$/, ""), isWhole };
  }
  /** Returns a number, `true`, `false` or `null`; at the end of the text it may go on. */
  readWord() {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0] ?? "";
    this.at += word.length;
    if (this.at >= this.text.length && !/^(?:true|false|null)$/.test(word)) return void 0;
    try {
      return JSON.parse(word);
    } catch {
      this.at = this.text.length;
      return void 0;
    }
  }
  skipBlanks() {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }
  skipComma() {
    this.skipBlanks();
    if (this.text[this.at] !== ",") return false;
    this.at++;
    return true;
  }
}
const WORD = /[^\s,\]}]*/y;
function parseText(raw) {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return "";
  }
}
export {
  parsePartialJson
};
