import { decodeBase64, encodeBase64, sniffImage } from "../../base64.js";
import { parseHttpUrl } from "../../http/index.js";
import { getPath, isRecord } from "../../json.js";
import { download } from "./media.js";
import { flat } from "./payload.js";
import { isString, malformed } from "./shape.js";
function imageGenerations(error, payload, { find = findBase64, route = "v1/images/generations" } = {}) {
  return { route: () => route, payload, parse: (response) => deliverImage(response, find(response.data), error) };
}
function promptPayload({ args }) {
  return { ...flat(args), prompt: args.inputs };
}
function findBase64(data) {
  return { base64: getPath(data, "data", 0, "b64_json") };
}
function findImage(data) {
  return { ...findBase64(data), url: getPath(data, "data", 0, "url") };
}
function responseFormat({ outputType }, usual) {
  return outputType === "url" ? "url" : usual;
}
async function deliverImage(response, image, error, whole = response.data, downloadError) {
  const { outputType } = response.call;
  const fail = () => malformed(error, whole);
  const url = isImageUrl(image.url, response.url) ? image.url : void 0;
  const bytes = isString(image.base64) && image.base64 !== "" ? decodeBase64(image.base64) : void 0;
  if (url === void 0 && !bytes && !image.blob) throw fail();
  if (outputType === "json" && isRecord(whole)) return { ...whole };
  if (outputType === "url" && url !== void 0) return url;
  const blob = image.blob ?? (bytes ? new Blob([bytes], { type: "image/jpeg" }) : await download(response, url, fail, downloadError));
  if (outputType === void 0 || outputType === "blob") return blob;
  const base64 = await encodeBase64(blob);
  const type = outputType === "dataUrl" ? typeOf(blob, base64) : "image/jpeg";
  const dataUrl = `data:${type};base64,${base64}`;
  return outputType === "json" ? { output: dataUrl } : dataUrl;
}
function isImageUrl(value, base) {
  return isString(value) && (/^data:/i.test(value) || parseHttpUrl(value, base) !== void 0);
}
function typeOf(blob, base64) {
  return sniffImage(base64) ?? (blob.type.startsWith("image/") ? blob.type : "image/jpeg");
}
export {
  deliverImage,
  findImage,
  imageGenerations,
  promptPayload,
  responseFormat
};
