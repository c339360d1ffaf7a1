import { InferenceClientProviderOutputError } from "../errors.js";
function checkEncoding(response) {
  const encoding = response.headers.get("content-encoding");
  if (!encoding?.includes(",")) return;
  const encodings = encoding.split(",").filter((name) => !/^\s*(identity)?\s*$/i.test(name));
  if (encodings.length < 2) return;
  response.body?.cancel().catch(() => void 0);
  throw new InferenceClientProviderOutputError(`The response is compressed more than once (${encoding}): refused.`);
}
export {
  checkEncoding
};
