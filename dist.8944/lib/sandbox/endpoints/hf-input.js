import { checkLength, Fields, parseObject, readBytes } from "../body.js";
import { ServiceFailure } from "../failure.js";
import { isRecord } from "../is-record.js";
import { LIMITS } from "../limits.js";
import { fromBase64 } from "../media/base64.js";
async function readHfInput(request, model) {
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBytes(request);
  if (!type.includes("json") && !looksLikeJson(bytes)) {
    if (bytes.length === 0) throw new ServiceFailure(400, "The body of the request is empty.");
    const none = new Fields({});
    return { model, inputs: void 0, parameters: none, fields: none, raw: bytes };
  }
  const fields = new Fields(parseObject(new TextDecoder().decode(bytes)));
  const inputs = findInputs(fields);
  if (inputs === void 0) throw new ServiceFailure(400, "Missing required field: `inputs`");
  return {
    model,
    inputs,
    parameters: new Fields(fields.object("parameters") ?? {}),
    fields,
    raw: void 0
  };
}
function findInputs(fields) {
  const { inputs, question, image, table } = fields.all;
  if (typeof question === "string" && !isRecord(inputs) && (image ?? inputs))
    return { question, image: image ?? inputs };
  if (isRecord(table) && !isRecord(inputs)) return { data: table };
  return inputs ?? void 0;
}
function requireInputText({ inputs }) {
  if (typeof inputs === "string" && inputs !== "") {
    checkLength("inputs", [inputs], LIMITS.textCharacters);
    return inputs;
  }
  throw new ServiceFailure(400, "`inputs` must be a non-empty string.");
}
function requireInputTexts({ inputs }) {
  const texts = Array.isArray(inputs) ? inputs : [inputs];
  if (texts.length > LIMITS.texts) throw new ServiceFailure(400, `\`inputs\` takes at most ${LIMITS.texts} strings.`);
  if (texts.length > 0 && texts.every((text) => typeof text === "string")) {
    checkLength("inputs", texts, LIMITS.textCharacters);
    return texts;
  }
  throw new ServiceFailure(400, "`inputs` must be a string or a list of strings.");
}
function requireBytes(input, value = input.inputs) {
  if (input.raw) return input.raw;
  const text = typeof value === "string" ? value.replace(/^data:[^,]*,/, "") : void 0;
  const bytes = text ? fromBase64(text) : void 0;
  if (!bytes) throw new ServiceFailure(400, "`inputs` must be the file itself or its base64.");
  return bytes;
}
function checkLabels(labels) {
  if (labels.filter(Boolean).length === 0) {
    throw new ServiceFailure(400, "Error in `parameters.candidate_labels`: field required");
  }
  if (labels.length > LIMITS.labels) {
    throw new ServiceFailure(400, `\`parameters.candidate_labels\` takes at most ${LIMITS.labels} labels.`);
  }
  checkLength("parameters.candidate_labels", labels, LIMITS.textCharacters);
}
function looksLikeJson(bytes) {
  return bytes.find((byte) => byte > 32) === 123;
}
export {
  checkLabels,
  readHfInput,
  requireBytes,
  requireInputText,
  requireInputTexts
};
