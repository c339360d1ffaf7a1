import { decodeDataUrl } from "../../base64.js";
import { parseHttpUrl } from "../../http/index.js";
import { fetchFile } from "./fetch-file.js";
import { isString } from "./shape.js";
function isFileUrl(value) {
  return isString(value) && /^(https?:\/\/|\/)/i.test(value);
}
function isFile(value) {
  return value instanceof Blob && value.size > 0 && !value.type.startsWith("text/");
}
const NO_FILE = /^(text\/html|application\/(problem\+)?json)\b/;
async function download(response, url, malformed, error) {
  if (!isString(url)) throw malformed();
  const decoded = decodeDataUrl(url);
  if (decoded) return decoded;
  const parsed = parseHttpUrl(url, response.url);
  if (!parsed) throw malformed();
  const file = await fetchFile(response, url.startsWith("/") ? parsed.href : url, error);
  if (file.size === 0 || NO_FILE.test(file.type)) throw malformed();
  return file;
}
export {
  download,
  isFile,
  isFileUrl
};
