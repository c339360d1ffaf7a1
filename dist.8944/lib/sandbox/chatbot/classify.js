import { matchLabels } from "../media/zero-shot.js";
import { findSubject } from "./repeat.js";
const classify = ({ conversation, question }) => {
  const wish = "".concat(conversation.system, "\n").concat(question);
  if (!/\b(?:classif\w*|sentiment|categori[sz]e|label|which category)\b/i.test(wish)) return void 0;
  const [listed] = /\b[\p{L}-]+(?:, [\p{L}-]+)*,? or [\p{L}-]+/iu.exec(wish) ?? [];
  const labels = listed?.split(/,? or |, /).filter(Boolean) ?? (/\bsentiment\b/i.test(wish) ? ["positive", "negative"] : []);
  const text = findSubject(question) ?? (conversation.system === "" ? void 0 : question);
  if (labels.length < 2 || text === void 0) return void 0;
  return matchLabels([text], labels, false)[0]?.[0]?.label;
};
export {
  classify
};
