import { ServiceFailure } from "./failure.js";
import { LIMITS } from "./limits.js";
function checkStructure(text) {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = findStringEnd(text, at + 1);
    else if (code === 44) values++;
    else if (code === 91 || code === 123) {
      values++;
      depth++;
    } else if (code === 93 || code === 125) depth--;
    if (values > LIMITS.jsonValues || depth > LIMITS.jsonDepth) {
      throw new ServiceFailure(
        "invalid",
        "The JSON body holds more than ".concat(LIMITS.jsonValues, " values or ").concat(LIMITS.jsonDepth, " levels."),
        { code: "invalid_json" }
      );
    }
  }
}
function findStringEnd(text, start) {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
export {
  checkStructure
};
