import { findExampleInput, NO_EXAMPLE } from "./inputs.js";
import { quote } from "./quote.js";
function getModelInputSnippet(model, noWrap = false, noQuotes = false) {
  const input = findExampleInput(model);
  if (input === void 0) return NO_EXAMPLE;
  if (Array.isArray(input)) return structuredClone(input);
  let text = printInput(input, model.pipeline_tag);
  if (noWrap) text = text.replace(/(?:\r\n|\n|\r)\t*|\t+/g, " ");
  return noQuotes ? text.replace(/^"(.*)"$/s, "$1") : text;
}
function printInput(input, task) {
  if (typeof input === "string") return quote(input);
  return task?.startsWith("tabular-") ? `'${JSON.stringify(input)}'` : JSON.stringify(input, null, 4);
}
export {
  getModelInputSnippet
};
