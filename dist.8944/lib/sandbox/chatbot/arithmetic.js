const SPOKEN = [
  [/\bplus\b/g, "+"],
  [/\bminus\b/g, "-"],
  [/\b(?:times|multiplied by)\b/g, "*"],
  [/\b(?:divided by|over)\b/g, "/"],
  [/\bto the power of\b/g, "^"],
  [/\bsquared\b/g, "^2"],
  [/\bmod(?:ulo)?\b/g, "%"],
  [/[\u00d7\u00b7]/g, "*"],
  [/\u00f7/g, "/"],
  [/\u2212/g, "-"],
  [/\*\*/g, "^"],
  [/(?<=\d)\s*x\s*(?=\d)/g, "*"],
  [/(?<=\d),(?=\d{3}\b)/g, ""],
  [/([\d.]+)\s*% of\b/g, "$1/100*"],
  [/\bsquare root of ([\d.]+)/g, "$1^0.5"]
];
const EXPRESSION = /[-(\d.][-+*/^%().\d\s]*[+*/^%-][-+*/^%().\d\s]*[\d)]/;
const LONGEST = 1e3;
function findCalculation(text) {
  if (text.length > LONGEST) return void 0;
  const written = SPOKEN.reduce((rest, [word, sign]) => rest.replace(word, sign), text.toLowerCase());
  const expression = EXPRESSION.exec(written)?.[0].trim();
  if (expression === void 0 || /^\d+(?:-\d+)+$/.test(expression) || /^\d+\/\d+\/\d+$/.test(expression))
    return void 0;
  const result = evaluate(expression.replace(/\s+/g, ""));
  if (result === void 0 || !Number.isFinite(result)) return void 0;
  return { expression: expression.replace(/\s*([+*/^%]|(?<=[\d)]\s*)-)\s*/g, " $1 "), result };
}
function evaluate(expression) {
  let position = 0;
  const peek = () => expression[position] ?? "";
  function sum() {
    let value2 = product();
    while (peek() === "+" || peek() === "-")
      value2 = expression[position++] === "+" ? value2 + product() : value2 - product();
    return value2;
  }
  function product() {
    let value2 = power();
    while ("*/%".includes(peek()) && peek() !== "") {
      const sign = expression[position++];
      const right = power();
      value2 = sign === "*" ? value2 * right : sign === "/" ? value2 / right : value2 % right;
    }
    return value2;
  }
  function power() {
    if (peek() === "-") {
      position++;
      return -power();
    }
    const base = atom();
    if (peek() !== "^") return base;
    position++;
    return base ** power();
  }
  function atom() {
    if (peek() === "(") {
      position++;
      const value2 = sum();
      if (expression[position++] !== ")") return Number.NaN;
      return value2;
    }
    const [number = ""] = /^\d*\.?\d+/.exec(expression.slice(position)) ?? [];
    position += number.length;
    return number === "" ? Number.NaN : Number(number);
  }
  const value = sum();
  return position === expression.length && !Number.isNaN(value) ? value : void 0;
}
function formatNumber(value) {
  return String(Number(value.toPrecision(12)));
}
export {
  findCalculation,
  formatNumber
};
