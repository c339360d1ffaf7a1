import { invalid } from "../failure.js";
import { isRecord } from "../is-record.js";
import { createValue } from "./schema-value.js";
import { listKeywords, stem } from "./words.js";
function readTools(value) {
  if (value === void 0 || value === null) return [];
  if (!Array.isArray(value)) throw invalid("tools", "Invalid type for 'tools': expected an array of objects.");
  return value.map((tool, index) => {
    const definition = isRecord(tool) && tool["type"] === "function" ? tool["function"] : void 0;
    const name = isRecord(definition) ? definition["name"] : void 0;
    if (!isRecord(definition) || typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) {
      throw invalid(
        "tools[".concat(index, "]"),
        "Invalid 'tools[".concat(index, `]': expected {"type":"function","function":{"name":\u2026}}.`)
      );
    }
    const description = typeof definition["description"] === "string" ? definition["description"] : "";
    return { name, description, parameters: definition["parameters"] };
  });
}
function readToolChoice(value, tools) {
  if (value === void 0 || value === null) return "auto";
  if (value === "auto" || value === "none") return value;
  if (value === "required") {
    if (tools.length === 0) throw invalid("tool_choice", "'tool_choice' is only allowed when 'tools' are specified.");
    return value;
  }
  const definition = isRecord(value) ? value["function"] : void 0;
  const name = isRecord(definition) ? definition["name"] : void 0;
  if (typeof name !== "string") {
    throw invalid("tool_choice", "Invalid 'tool_choice': expected 'none', 'auto', 'required' or a function.");
  }
  if (!tools.some((tool) => tool.name === name)) {
    throw invalid("tool_choice", "Tool choice '".concat(name, "' not found in 'tools' parameter."));
  }
  return { name };
}
function callTool(tools, choice, source) {
  if (choice === "none") return void 0;
  const words = new Set(listKeywords(source.text).map(stem));
  const ranked = tools.map((tool) => ({ tool, score: scoreTool(tool, words) })).sort((a, b) => b.score - a.score);
  const best = typeof choice === "object" ? ranked.find(({ tool }) => tool.name === choice.name) : ranked[0];
  if (!best || choice === "auto" && best.score === 0) return void 0;
  const value = createValue(best.tool.parameters ?? { type: "object" }, source);
  return { name: best.tool.name, arguments: JSON.stringify(isRecord(value) ? value : {}) };
}
function scoreTool({ name, description }, words) {
  const own = listKeywords(
    "".concat(name.replace(/[_.-]|(?<=[a-z])(?=[A-Z])/g, " "), " ").concat(name.replace(/[_.-]/g, " "), " ").concat(description)
  );
  return new Set(own.map(stem).filter((word) => words.has(word))).size;
}
export {
  callTool,
  readToolChoice,
  readTools
};
