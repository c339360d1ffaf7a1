import { Code, code } from "../library/snippet.js";
import { quote } from "../quote.js";
import { FileInput } from "./values.js";
const JSON_STYLE = {
  words: { true: "true", false: "false", null: "null" },
  writeKey: quote,
  lastComma: ""
};
const PYTHON_STYLE = { ...JSON_STYLE, words: { true: "True", false: "False", null: "None" } };
const JS_STYLE = { ...JSON_STYLE, writeKey: writeJsKey, lastComma: "," };
function printJson(value, writeFile = writeName) {
  return print(value, JSON_STYLE, writeFile, "\n");
}
function printJsonLine(value) {
  return print(value, JSON_STYLE, writeName, "");
}
function printPython(value, writeFile = writeName) {
  return code(print(value, PYTHON_STYLE, writeFile, "\n"));
}
function printPythonLine(value, writeFile = writeName) {
  return code(print(value, PYTHON_STYLE, writeFile, ""));
}
function printJs(value, writeFile = writeName) {
  return code(print(value, JS_STYLE, writeFile, "\n"));
}
function printPlainJs(value) {
  return print(value, { ...JS_STYLE, lastComma: "" }, writeName, "\n");
}
function writeName({ name }) {
  return quote(name);
}
function writeJsKey(name) {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}
function print(value, style, writeFile, lineBreak) {
  if (value instanceof Code) return value.content.replaceAll("\n", lineBreak || " ");
  if (value instanceof FileInput) return writeFile(value);
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return style.words[`${value}`];
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return style.words.null;
  const deeper = lineBreak && `${lineBreak}	`;
  const separator = deeper ? `,${deeper}` : ", ";
  let content = "";
  if (Array.isArray(value)) {
    for (const entry of value) {
      content += (content && separator) + print(entry, style, writeFile, deeper);
    }
  } else {
    for (const [name, entry] of Object.entries(value)) {
      if (entry === void 0) continue;
      content += `${content && separator}${style.writeKey(name)}: ${print(entry, style, writeFile, deeper)}`;
    }
  }
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (content === "") return `${open}${close}`;
  return deeper ? `${open}${deeper}${content}${style.lastComma}${lineBreak}${close}` : `${open}${content}${close}`;
}
export {
  printJs,
  printJson,
  printJsonLine,
  printPlainJs,
  printPython,
  printPythonLine
};
