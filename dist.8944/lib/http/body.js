import { InferenceClientProviderOutputError } from "../errors.js";
import { isConnectionFailure } from "./connection.js";
import { decode } from "./decode.js";
import { checkEncoding } from "./encoding.js";
import { describeExcess, limitOf } from "./limits.js";
function readText(response, limits) {
  const limit = limitOf("jsonBytes", limits);
  return readChunks(response, limit, (chunks, isComplete) => {
    if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
    return decode(chunks);
  });
}
async function readErrorText(response, limits) {
  try {
    return await readChunks(response, limitOf("errorBytes", limits), decode);
  } catch (error) {
    if (isConnectionFailure(error) || error instanceof InferenceClientProviderOutputError) return "";
    throw error;
  }
}
function readPieces(response) {
  if ("pieces" in response) return response.pieces();
  const reader = response.body?.getReader();
  return {
    next: async () => (await reader?.read())?.value,
    cancel: () => void reader?.cancel().catch(() => void 0)
  };
}
async function readChunks(response, limit, finish) {
  checkEncoding(response);
  if ("readWithin" in response) {
    const body = await response.readWithin(limit);
    return finish(body.chunks, body.isComplete);
  }
  const chunks = [];
  if (response.body === void 0) return finish([new Uint8Array(await response.arrayBuffer())], true);
  if (!response.body) return finish(chunks, true);
  const reader = response.body.getReader();
  let size = 0;
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) return finish(chunks, true);
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => void 0);
      chunks.push(value.subarray(0, value.length - (size - limit)));
      return finish(chunks, false);
    }
    chunks.push(value);
  }
}
export {
  readErrorText,
  readPieces,
  readText
};
