import { InferenceClientProviderOutputError } from "../errors.js";
import { checkEncoding } from "./encoding.js";
import { describeExcess, limitOf } from "./limits.js";
const FOLD_BYTES = 2 ** 24;
async function readFile(response, limits, storeFile) {
  const { body, headers, url } = response;
  if (body === void 0) return response.blob();
  checkEncoding(response);
  const limit = limitOf("fileBytes", limits);
  const type = (headers.get("content-type") ?? "").replace(/;\s+/g, ";");
  if (storeFile && body) return storeFile(limitStream(body, limit), { type, url });
  const parts = [];
  let chunks = [];
  let pending = 0;
  let total = 0;
  for await (const chunk of readBody(body)) {
    total += chunk.length;
    pending += chunk.length;
    if (total > limit) throw new InferenceClientProviderOutputError(describeExcess("fileBytes", limit));
    chunks.push(chunk);
    if (pending < FOLD_BYTES) continue;
    parts.push(new Blob(chunks));
    chunks = [];
    pending = 0;
  }
  return new Blob([...parts, ...chunks], { type });
}
async function* readBody(body) {
  if (!body) return;
  const reader = body.getReader();
  let isFinished = false;
  try {
    for (; ; ) {
      const { done, value } = await reader.read();
      isFinished = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isFinished) reader.cancel().catch(() => void 0);
  }
}
function limitStream(body, limit) {
  let total = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, sink) {
        total += chunk.length;
        if (total > limit) sink.error(new InferenceClientProviderOutputError(describeExcess("fileBytes", limit)));
        else sink.enqueue(chunk);
      }
    })
  );
}
export {
  readFile
};
