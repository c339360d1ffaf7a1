import { TemplateSyntaxError } from "../errors.js";
import { BrokenToken } from "./tokens.js";
const MAX_DEPTH = 500;
const OPERAND_STARTS = /* @__PURE__ */ new Set([
  "Identifier",
  "NumericLiteral",
  "StringLiteral",
  "OpenParen",
  "OpenSquareBracket",
  "OpenCurlyBracket"
]);
class TokenStream {
  source;
  #tokens;
  #index = -1;
  #depth = 0;
  /** The present token; undefined at the end of the template. */
  current;
  constructor(tokens, source) {
    this.#tokens = tokens;
    this.source = source;
    this.advance();
  }
  /** Offset of the present token. */
  get offset() {
    return this.current?.start ?? this.source.text.length;
  }
  /** Moves on and returns the token left behind. */
  advance() {
    const left = this.current;
    this.#index++;
    this.current = this.#tokens[this.#index];
    if (this.current instanceof BrokenToken) this.fail(this.current.message);
    return left;
  }
  /** Returns the token after the present one. */
  peek() {
    const next = this.#tokens[this.#index + 1];
    if (next instanceof BrokenToken) this.fail(next.message, next.start);
    return next;
  }
  is(type) {
    return this.current?.type === type;
  }
  isName(value) {
    return this.current?.type === "Identifier" && this.current.value === value;
  }
  /** Skips the present token if it has the type. */
  skip(type) {
    const matches = this.is(type);
    if (matches) this.advance();
    return matches;
  }
  skipName(value) {
    const matches = this.isName(value);
    if (matches) this.advance();
    return matches;
  }
  /** Takes a token of the type; `wanted` is how the message calls it. */
  expect(type, wanted) {
    const token = this.current;
    if (token?.type !== type) return this.failExpecting(wanted);
    this.advance();
    return token;
  }
  expectName(value) {
    if (!this.skipName(value)) this.failExpecting(value);
  }
  failExpecting(wanted) {
    const { current, source } = this;
    if (!current) return this.fail(source.wording.end(`unexpected end of template, expected ${quote(wanted)}.`));
    const message = `expected token ${quote(wanted)}, got ${quote(describeToken(current))}`;
    return wanted === "name" ? this.failAtToken(message) : this.fail(message);
  }
  failUnexpected() {
    return this.failAtToken(`unexpected ${quote(describeToken(this.current))}`);
  }
  /** Fails because no name or operand begins with the present token, if so. */
  failAtToken(message) {
    const { current, source } = this;
    if (!current) return this.fail(source.wording.end(message));
    return this.fail(OPERAND_STARTS.has(current.type) ? message : source.wording.token(current.type, message));
  }
  fail(message, offset = this.offset) {
    throw new TemplateSyntaxError(message, this.source, offset);
  }
  /** Reads something that may contain itself. */
  nest(read) {
    this.deepen();
    const result = read();
    this.#depth--;
    return result;
  }
  /** Counts one more level of nesting that is not undone, for operators in a row. */
  deepen(levels = 1) {
    this.#depth += levels;
    if (this.#depth > MAX_DEPTH) this.fail(`template is nested deeper than ${MAX_DEPTH} levels`);
  }
  /** The present nesting, to be restored by `restoreDepth`. */
  get depth() {
    return this.#depth;
  }
  restoreDepth(depth) {
    this.#depth = depth;
  }
}
function describeToken(token) {
  if (!token) return "end of template";
  switch (token.type) {
    case "StringLiteral":
      return "string";
    case "NumericLiteral":
      return /^[+-]/.test(token.value) ? token.value.slice(0, 1) : isInteger(token.value) ? "integer" : "float";
    case "CloseExpression":
      return "end of print statement";
    case "CloseStatement":
      return "end of statement block";
    case "OpenExpression":
      return "begin of print statement";
    case "OpenStatement":
      return "begin of statement block";
    case "Text":
      return "template data / text";
    default:
      return token.value;
  }
}
function isInteger(digits) {
  return /^[+-]?(?:0[box]|[^.e]*$)/i.test(digits);
}
function quote(text) {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text}'`;
}
export {
  TokenStream,
  describeToken,
  isInteger
};
