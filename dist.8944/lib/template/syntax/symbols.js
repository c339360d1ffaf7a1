const SYMBOLS = /* @__PURE__ */ new Map([
  ["**", "ExponentiationBinaryOperator"],
  ["//", "MultiplicativeBinaryOperator"],
  ["==", "ComparisonBinaryOperator"],
  ["!=", "ComparisonBinaryOperator"],
  ["<=", "ComparisonBinaryOperator"],
  [">=", "ComparisonBinaryOperator"],
  ["+", "AdditiveBinaryOperator"],
  ["-", "AdditiveBinaryOperator"],
  ["~", "AdditiveBinaryOperator"],
  ["*", "MultiplicativeBinaryOperator"],
  ["/", "MultiplicativeBinaryOperator"],
  ["%", "MultiplicativeBinaryOperator"],
  ["<", "ComparisonBinaryOperator"],
  [">", "ComparisonBinaryOperator"],
  ["=", "Equals"],
  ["(", "OpenParen"],
  [")", "CloseParen"],
  ["[", "OpenSquareBracket"],
  ["]", "CloseSquareBracket"],
  ["{", "OpenCurlyBracket"],
  ["}", "CloseCurlyBracket"],
  [",", "Comma"],
  [":", "Colon"],
  [".", "Dot"],
  ["|", "Pipe"],
  [";", "Semicolon"]
]);
export {
  SYMBOLS
};
