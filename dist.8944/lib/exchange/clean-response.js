import { decodeText, fromBinary, joinBytes, toBase64, toBinary } from "./bytes.js";
import { storeBytes } from "./clean-request.js";
import { SecretFoundError, saysSecret } from "./split-secret.js";
async function cleanChunks(chunks, type, secrets, files) {
  const joined = joinBytes(chunks.map(([, bytes]) => bytes));
  const isText = isTextType(type) || !isMediaType(type) && decodeText(joined) !== void 0;
  let end = 0;
  const borders = chunks.map(([, { length }]) => {
    end += length;
    return end;
  });
  const cleaned = secrets.clean({ text: toBinary(joined), borders }, isText);
  if (isText && await saysSecret(new TextDecoder().decode(fromBinary(cleaned.text)), secrets)) {
    throw new SecretFoundError();
  }
  const store = isText ? storeText : storeFile(fromBinary(cleaned.text), type, files);
  return chunks.map(([ms], place) => {
    const range = [cleaned.borders[place - 1] ?? 0, cleaned.borders[place] ?? cleaned.text.length];
    return [ms, store(cleaned.text.slice(...range), range)];
  });
}
function storeText(binary) {
  const bytes = fromBinary(binary);
  return decodeText(bytes) ?? { base64: toBase64(bytes) };
}
function storeFile(bytes, type, files) {
  const whole = storeBytes(bytes, type, files);
  return (binary, range) => "file" in whole ? { ...whole, range } : { base64: btoa(binary) };
}
function isTextType(type = "") {
  return /^text\/|\b(json|ndjson|xml|javascript|event-stream)\b/i.test(type);
}
function isMediaType(type = "") {
  return /^(image|audio|video|font)\//i.test(type);
}
export {
  cleanChunks
};
