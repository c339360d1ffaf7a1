import { parseJson } from "../http/index.js";
import { isRecord } from "../json.js";
import { splitEvents } from "./sse.js";
import { END_MARKER } from "./stream-checks.js";
const MAY_BE_USAGE = /"usage"|"choices"\s*:\s*\[\s*\]/;
class ChatForm {
  isUsageWanted;
  hasEnd = false;
  constructor(isUsageWanted) {
    this.isUsageWanted = isUsageWanted;
  }
  push(text) {
    this.hasEnd ||= END_MARKER.test(text);
    const isPlain = this.isUsageWanted || !MAY_BE_USAGE.test(text);
    if (isPlain) return text;
    let rest = "";
    for (const { text: block, data } of splitEvents(text)) rest += withoutUsage(block, data);
    return rest;
  }
  end() {
    return this.hasEnd ? "" : "data: [DONE]\n\n";
  }
  fail(error) {
    return `data: ${JSON.stringify(error)}

`;
  }
}
function withoutUsage(block, data) {
  const value = data !== void 0 && MAY_BE_USAGE.test(data) ? parseJson(data) : void 0;
  if (!isRecord(value)) return `${block}

`;
  const { usage, choices, ...rest } = value;
  if (Array.isArray(choices) && choices.length === 0) return "";
  if (usage === void 0) return `${block}

`;
  return `data: ${JSON.stringify({ ...rest, choices })}

`;
}
export {
  ChatForm
};
