import { parseJson } from "../../json.js";
function readJson(answer) {
  const text = answer.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim();
  const whole = parseJson(text);
  if (whole !== void 0) return whole;
  const fenced = /^[\s\S]*?```(?:json)?\s*\n([\s\S]*?)\n\s*```[\s\S]*$/i.exec(text)?.[1];
  const inFence = fenced === void 0 ? void 0 : parseJson(fenced);
  if (inFence !== void 0) return inFence;
  const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
  return start >= 0 && end > start ? parseJson(text.slice(start, end + 1)) : void 0;
}
export {
  readJson
};
