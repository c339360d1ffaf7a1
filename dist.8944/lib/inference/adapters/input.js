import { decodeDataUrl, encodeBase64, isBytes, sniffImage } from "../../base64.js";
import { InferenceClientInputError } from "../../errors.js";
import { fetchFile } from "./fetch-file.js";
import { isString } from "./shape.js";
async function readInput(value, transport) {
  if (!isString(value) && !(value instanceof URL)) return value;
  const href = String(value);
  return /^https?:\/\//.test(href) ? fetchFile(transport, href) : decodeDataUrl(href) ?? value;
}
async function readBytesInput(value, transport) {
  const input = await readInput(value, transport);
  if (isBytes(input)) return input;
  throw new InferenceClientInputError(
    `Expected binary data (Blob, ArrayBuffer, typed array, URL or data URL), got ${describe(value)}.`
  );
}
async function readBlobInput(value, transport, error) {
  const input = await readInput(value, transport);
  if (input instanceof Blob) return input;
  throw new InferenceClientInputError(error);
}
async function encodeInput(value, transport) {
  return encodeBase64(await readBytesInput(value, transport));
}
async function encodeDataUrl(value, transport, untyped) {
  const input = await readBytesInput(value, transport);
  const base64 = await encodeBase64(input);
  const known = input instanceof Blob ? input.type : "";
  return `data:${known || untyped || sniffImage(base64) || "image/png"};base64,${base64}`;
}
function imageInput(untyped) {
  return async (args, transport) => ({ ...args, inputs: await encodeDataUrl(args.inputs, transport, untyped) });
}
function describe(value) {
  if (value === null) return "null";
  return isString(value) ? "another text" : typeof value;
}
export {
  encodeDataUrl,
  encodeInput,
  imageInput,
  readBlobInput,
  readInput
};
