import { checkLength, readFields } from "../body.js";
import { countTokens } from "../chatbot/tokens.js";
import { invalid, missing } from "../failure.js";
import { LIMITS } from "../limits.js";
import { toBase64 } from "../media/base64.js";
import { DEFAULT_DIMENSIONS, embed } from "../media/embedding.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
const MOST_DIMENSIONS = 4096;
async function answerEmbeddings(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const texts = readTexts(fields.get("input"), "input");
  checkBehavior(model);
  const encode = readEncoding(fields, texts.length);
  const tokens = texts.reduce((total, text) => total + countTokens(text), 0);
  incoming.state.rateLimits.spend(incoming.service, tokens);
  return jsonResponse({
    object: "list",
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: encode(text) })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens }
  });
}
function readEncoding(fields, count) {
  const dimensions = fields.integer("dimensions", 1, MOST_DIMENSIONS);
  checkNumbers(count, dimensions, "input");
  const format = fields.text("encoding_format") ?? "float";
  if (format !== "float" && format !== "base64") {
    throw invalid("encoding_format", `Invalid value: '${format}'. Supported values are: 'float' and 'base64'.`);
  }
  return (text) => {
    const vector = embed(text, dimensions);
    return format === "float" ? vector : toBase64(toFloatBytes(vector));
  };
}
function checkNumbers(count, dimensions, field) {
  const length = dimensions ?? DEFAULT_DIMENSIONS;
  if (count * length <= LIMITS.embeddingNumbers) return;
  throw invalid(field, `Too many inputs of ${length} dimensions for one request.`);
}
function readTexts(value, field) {
  if (value === void 0 || value === null) throw missing(field);
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length === 0 || texts.length > LIMITS.texts || !texts.every((text) => typeof text === "string")) {
    throw invalid(field, `Invalid '${field}': expected a string or an array of 1 to ${LIMITS.texts} strings.`);
  }
  checkLength(field, texts, LIMITS.promptCharacters);
  return texts;
}
function toFloatBytes(vector) {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  return bytes;
}
export {
  answerEmbeddings,
  checkNumbers,
  readEncoding,
  toFloatBytes
};
