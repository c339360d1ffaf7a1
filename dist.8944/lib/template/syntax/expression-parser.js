import { describeToken, isInteger } from "./token-stream.js";
import { Token } from "./tokens.js";
const BINARY_LEVELS = [["+", "-"], ["~"], ["*", "/", "//", "%"], ["**"]];
const BINARY_SYMBOLS = new Set(BINARY_LEVELS.flat());
const TEST_ARGUMENT_STARTS = /* @__PURE__ */ new Set([
  "Identifier",
  "StringLiteral",
  "NumericLiteral",
  "OpenSquareBracket",
  "OpenCurlyBracket"
]);
const TUPLE_ENDS = /* @__PURE__ */ new Set([
  "CloseExpression",
  "CloseStatement",
  "CloseParen"
]);
class ExpressionParser {
  stream;
  constructor(stream) {
    this.stream = stream;
  }
  expression(conditional = true) {
    return this.stream.nest(() => conditional ? this.#conditional() : this.#or());
  }
  /** One expression, or several with commas between them, which make a tuple. */
  tuple({ explicit = false, conditional = true, read } = {}) {
    const { stream } = this;
    const { offset } = stream;
    const items = [];
    let isTuple = false;
    for (; ; ) {
      if (items.length > 0) stream.expect("Comma", ",");
      if (TUPLE_ENDS.has(stream.current?.type)) break;
      items.push(read ? read() : this.expression(conditional));
      if (!stream.is("Comma")) break;
      isTuple = true;
    }
    const [only] = items;
    if (!isTuple && only) return only;
    if (!isTuple && !explicit) stream.failAtToken(`Expected an expression, got '${describeToken(stream.current)}'`);
    return { type: "TupleLiteral", value: items, offset };
  }
  #conditional() {
    const { stream } = this;
    let result = this.#or();
    while (stream.skipName("if")) {
      const condition = this.#or();
      const falseExpr = stream.skipName("else") ? this.expression() : void 0;
      stream.deepen();
      result = { type: "Ternary", condition, trueExpr: result, falseExpr, offset: result.offset };
    }
    return result;
  }
  #or() {
    return this.#logical("or", () => this.#logical("and", () => this.#not()));
  }
  #logical(name, read) {
    const { stream } = this;
    const { depth } = stream;
    let left = read();
    while (stream.current && stream.isName(name)) {
      const operator = stream.current;
      stream.advance();
      stream.deepen();
      left = { type: "BinaryExpression", operator, left, right: read(), offset: left.offset };
    }
    stream.restoreDepth(depth);
    return left;
  }
  #not() {
    const { stream } = this;
    const operator = stream.current;
    if (!operator || !stream.skipName("not")) return this.#comparison();
    const argument = stream.nest(() => this.#not());
    return { type: "UnaryExpression", operator, argument, offset: operator.start };
  }
  #comparison() {
    const left = this.#binary(0);
    const rest = [];
    for (let operator = this.#comparisonOperator(); operator; operator = this.#comparisonOperator())
      rest.push({ operator, operand: this.#binary(0) });
    const [first] = rest;
    if (!first) return left;
    const { offset } = left;
    if (rest.length > 1) return { type: "ComparisonChain", left, rest, offset };
    return { type: "BinaryExpression", operator: first.operator, left, right: first.operand, offset };
  }
  #comparisonOperator() {
    const { stream } = this;
    const token = stream.current;
    if (!token) return void 0;
    if (token.type === "ComparisonBinaryOperator" || stream.isName("in")) return stream.advance();
    const next = stream.isName("not") ? stream.peek() : void 0;
    if (next?.type !== "Identifier" || next.value !== "in") return void 0;
    stream.advance();
    stream.advance();
    return new Token("not in", "Identifier", token.source, token.start);
  }
  #binary(level) {
    const symbols = BINARY_LEVELS[level];
    if (!symbols) return this.unary();
    const { stream } = this;
    let left = this.#binary(level + 1);
    if (!BINARY_SYMBOLS.has(stream.current?.value ?? "")) return left;
    const { depth } = stream;
    for (let token = stream.current; token && isOperator(token, symbols); token = stream.current) {
      stream.advance();
      stream.deepen();
      left = {
        type: "BinaryExpression",
        operator: token,
        left,
        right: this.#binary(level + 1),
        offset: left.offset
      };
    }
    stream.restoreDepth(depth);
    return left;
  }
  /** Parses an operand with its sign, members, calls, filters and tests. */
  unary(withFilters = true) {
    const { stream } = this;
    const token = stream.current;
    const { depth } = stream;
    let node;
    if (token && isSign(token)) {
      stream.advance();
      const argument = stream.nest(() => this.unary(false));
      node = this.postfix({ type: "UnaryExpression", operator: token, argument, offset: token.start });
    } else {
      node = this.postfix(this.#signedPrimary());
    }
    if (withFilters) node = this.#filters(node);
    stream.restoreDepth(depth);
    return node;
  }
  /** A sign and its digits are one token, but `-1.x` means `-(1.x)`. */
  #signedPrimary() {
    const { stream } = this;
    const token = stream.current;
    if (token?.type !== "NumericLiteral" || !/^[+-]/.test(token.value)) return this.primary();
    const next = stream.peek()?.type;
    if (next !== "Dot" && next !== "OpenSquareBracket" && next !== "OpenParen") return this.primary();
    stream.advance();
    const sign = new Token(token.value.slice(0, 1), "UnaryOperator", token.source, token.start);
    const argument = this.postfix(readNumber(token.value.slice(1), token.start + 1));
    return { type: "UnaryExpression", operator: sign, argument, offset: token.start };
  }
  /** Parses a literal, a name, or something in brackets. */
  primary() {
    const { stream } = this;
    const token = stream.current;
    const offset = stream.offset;
    switch (token?.type) {
      case "Identifier":
        stream.advance();
        return { type: "Identifier", value: token.value, offset };
      case "StringLiteral": {
        let value = "";
        for (let part = stream.current; part?.type === "StringLiteral"; part = stream.current) {
          value += part.value;
          stream.advance();
        }
        return { type: "StringLiteral", value, offset };
      }
      case "NumericLiteral":
        stream.advance();
        return readNumber(token.value, offset);
      case "OpenParen": {
        stream.advance();
        const inner = stream.nest(() => this.tuple({ explicit: true }));
        stream.expect("CloseParen", ")");
        return inner;
      }
      case "OpenSquareBracket":
        stream.advance();
        return { type: "ArrayLiteral", value: this.#items(), offset };
      case "OpenCurlyBracket":
        stream.advance();
        return { type: "ObjectLiteral", value: this.#entries(), offset };
      default:
        return stream.failUnexpected();
    }
  }
  #items() {
    const { stream } = this;
    const items = [];
    while (!stream.is("CloseSquareBracket")) {
      if (items.length > 0) stream.expect("Comma", ",");
      if (stream.is("CloseSquareBracket")) break;
      items.push(this.expression());
    }
    stream.advance();
    return items;
  }
  #entries() {
    const { stream } = this;
    const entries = /* @__PURE__ */ new Map();
    while (!stream.is("CloseCurlyBracket")) {
      if (entries.size > 0) stream.expect("Comma", ",");
      if (stream.is("CloseCurlyBracket")) break;
      const key = this.expression();
      stream.expect("Colon", ":");
      entries.set(key, this.expression());
    }
    stream.advance();
    return entries;
  }
  /** Members and calls after an operand. */
  postfix(node) {
    const { stream } = this;
    let result = node;
    for (; ; ) {
      if (stream.is("Dot")) result = this.#member(result);
      else if (stream.is("OpenSquareBracket")) result = this.#subscript(result);
      else if (stream.is("OpenParen")) result = this.call(result);
      else return result;
      stream.deepen();
    }
  }
  #member(object) {
    const { stream } = this;
    const { offset } = object;
    stream.advance();
    const token = stream.current;
    if (token?.type === "Identifier") {
      stream.advance();
      const property = { type: "Identifier", value: token.value, offset: token.start };
      return { type: "MemberExpression", object, property, computed: false, offset };
    }
    if (token?.type !== "NumericLiteral" || !/^\d+$/.test(token.value))
      return stream.failAtToken("expected name or number");
    stream.advance();
    return {
      type: "MemberExpression",
      object,
      property: readNumber(token.value, token.start),
      computed: false,
      offset
    };
  }
  #subscript(object) {
    const { stream } = this;
    const { offset } = object;
    stream.advance();
    const start = stream.offset;
    const parts = [];
    while (!stream.is("CloseSquareBracket")) {
      if (parts.length > 0) stream.expect("Comma", ",");
      if (stream.is("CloseSquareBracket")) break;
      parts.push(this.#subscriptPart());
    }
    stream.advance();
    const [first, second] = parts;
    if (first && !second) return { type: "MemberExpression", object, property: first, computed: true, offset };
    const value = parts.map((part) => part.type === "SliceExpression" ? stream.fail("invalid slice", start) : part);
    return {
      type: "MemberExpression",
      object,
      property: { type: "TupleLiteral", value, offset: start },
      computed: true,
      offset
    };
  }
  #subscriptPart() {
    const { stream } = this;
    const { offset } = stream;
    const start = stream.is("Colon") ? void 0 : this.expression();
    if (start && !stream.is("Colon")) return start;
    stream.advance();
    const stop = this.#slicePart();
    const step = stream.skip("Colon") ? this.#slicePart() : void 0;
    return { type: "SliceExpression", start, stop, step, offset };
  }
  #slicePart() {
    const { stream } = this;
    return stream.is("Colon") || stream.is("CloseSquareBracket") || stream.is("Comma") ? void 0 : this.expression();
  }
  /** Parses a call of the callee, whose parenthesis is the current token. */
  call(callee) {
    return { type: "CallExpression", callee, args: this.#callArguments(), offset: callee.offset };
  }
  #callArguments() {
    const { stream } = this;
    const { offset } = stream;
    const args = [];
    const has = (...types) => args.some((argument) => types.includes(argument.type));
    const require2 = (condition) => {
      if (!condition) stream.fail("invalid syntax for function call expression", offset);
    };
    stream.advance();
    while (!stream.is("CloseParen")) {
      if (args.length > 0) stream.expect("Comma", ",");
      if (stream.is("CloseParen")) break;
      const token = stream.current;
      if (token?.value === "*" && token.type === "MultiplicativeBinaryOperator") {
        require2(!has("SpreadExpression", "KeywordSpreadExpression"));
        stream.advance();
        args.push({ type: "SpreadExpression", argument: this.expression(), offset: token.start });
      } else if (token?.type === "ExponentiationBinaryOperator") {
        require2(!has("KeywordSpreadExpression"));
        stream.advance();
        args.push({ type: "KeywordSpreadExpression", argument: this.expression(), offset: token.start });
      } else if (token?.type === "Identifier" && stream.peek()?.type === "Equals") {
        require2(!has("KeywordSpreadExpression"));
        stream.advance();
        stream.advance();
        if (args.some((argument) => argument.type === "KeywordArgumentExpression" && argument.key.value === token.value))
          stream.fail(`keyword argument repeated: ${token.value}`, token.start);
        const key = { type: "Identifier", value: token.value, offset: token.start };
        args.push({ type: "KeywordArgumentExpression", key, value: this.expression(), offset: token.start });
      } else {
        require2(!has("SpreadExpression", "KeywordSpreadExpression", "KeywordArgumentExpression"));
        args.push(this.expression());
      }
    }
    stream.advance();
    return args;
  }
  #filters(node) {
    const { stream } = this;
    let result = node;
    for (; ; ) {
      if (stream.skip("Pipe"))
        result = { type: "FilterExpression", operand: result, filter: this.applied(), offset: result.offset };
      else if (stream.isName("is")) result = this.#test(result);
      else if (stream.is("OpenParen")) result = this.call(result);
      else return result;
      stream.deepen();
    }
  }
  /** Parses a filter with its arguments. */
  applied() {
    const name = this.#dottedName();
    return this.stream.is("OpenParen") ? this.call(name) : name;
  }
  #dottedName() {
    const { stream } = this;
    const token = stream.expect("Identifier", "name");
    let value = token.value;
    while (stream.skip("Dot")) value += `.${stream.expect("Identifier", "name").value}`;
    return { type: "Identifier", value, offset: token.start };
  }
  #test(operand) {
    const { stream } = this;
    stream.advance();
    const negate = stream.skipName("not");
    const name = this.#dottedName();
    const test = stream.is("OpenParen") ? this.call(name) : this.#bareTestArgument(name);
    return { type: "TestExpression", operand, negate, test, offset: operand.offset };
  }
  #bareTestArgument(name) {
    const { stream } = this;
    const token = stream.current;
    if (!token || !TEST_ARGUMENT_STARTS.has(token.type)) return name;
    if (token.type === "NumericLiteral" && /^[+-]/.test(token.value)) return name;
    if (token.type === "Identifier" && ["else", "or", "and"].includes(token.value)) return name;
    if (stream.isName("is")) stream.fail("You cannot chain multiple tests with is");
    const argument = this.postfix(this.primary());
    return { type: "CallExpression", callee: name, args: [argument], offset: name.offset };
  }
}
function isOperator(token, symbols) {
  return token.type !== "StringLiteral" && token.type !== "Text" && symbols.includes(token.value);
}
function isSign(token) {
  return token.type === "UnaryOperator" || token.type === "AdditiveBinaryOperator" && token.value !== "~";
}
function readNumber(text, offset) {
  const digits = text.replaceAll("_", "");
  if (!isInteger(digits)) return { type: "FloatLiteral", value: Number(digits), offset };
  const sign = digits.startsWith("-") ? -1 : 1;
  const unsigned = digits.replace(/^[+-]/, "");
  const value = sign * Number(unsigned);
  if (Number.isSafeInteger(value)) return { type: "IntegerLiteral", value: value + 0, offset };
  return { type: "IntegerLiteral", value: BigInt(sign) * BigInt(unsigned), offset };
}
export {
  ExpressionParser
};
