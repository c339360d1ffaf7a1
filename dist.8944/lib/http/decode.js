import { InferenceClientProviderOutputError } from "../errors.js";
const utf8 = new TextDecoder();
function decode(chunks) {
  try {
    const [only] = chunks;
    if (only && chunks.length === 1) return utf8.decode(only);
    const decoder = new TextDecoder();
    let text = "";
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (cause) {
    throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
  }
}
export {
  decode
};
