import { GatewayError } from "./errors.js";
async function readBody(request, limit) {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > limit) throw tooLarge(limit);
  if (request.content) return request.content;
  if (!request.body) return new Uint8Array();
  const parts = [];
  let size = 0;
  const reader = request.body.getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => void 0);
      throw tooLarge(limit);
    }
    parts.push(value);
  }
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const body = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}
function tooLarge(limit) {
  const size = limit >= 2 ** 20 ? `${Math.floor(limit / 2 ** 20)} MB` : `${limit} bytes`;
  return new GatewayError(413, `The body is larger than ${size}.`, { code: "body_too_large" });
}
export {
  readBody
};
