import { encodeText, joinBytes } from "./bytes.js";
async function readRequest(input, init) {
  const request = typeof input === "object" && "clone" in input ? input : void 0;
  const headers = new Headers(init?.headers ?? request?.headers);
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
  const url = request ? request.url : String(input);
  const given = init?.body ?? void 0;
  const plain = { method, url, headers, input, init };
  if (given instanceof ReadableStream) {
    const body = await readStream(given);
    return { ...plain, init: { ...init, body }, body };
  }
  if (given !== void 0) return { ...plain, body: await readBody(given, headers) };
  if (!request?.body) return { ...plain, body: void 0 };
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  return { ...plain, body: await readForm(bytes, headers) ?? bytes };
}
async function readBody(body, headers) {
  if (typeof body === "string") return await readForm(encodeText(body), headers) ?? encodeText(body);
  if (isTagged(body, "FormData")) return readParts(body);
  if (isTagged(body, "URLSearchParams")) return readParts(body);
  if (isTagged(body, "Blob") || isTagged(body, "File")) {
    const blob = body;
    if (blob.type && !headers.has("content-type")) headers.set("content-type", blob.type);
    return new Uint8Array(await blob.arrayBuffer());
  }
  const bytes = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength)) : new Uint8Array(body.slice(0));
  return await readForm(bytes, headers) ?? bytes;
}
async function readForm(bytes, headers) {
  const type = headers.get("content-type") ?? "";
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return void 0;
  try {
    return await readParts(await new Response(bytes, { headers: { "content-type": type } }).formData());
  } catch {
    return void 0;
  }
}
async function readParts(form) {
  const parts = [];
  for (const [name, value] of form) {
    if (typeof value === "string") parts.push({ name, content: value });
    else {
      const content = new Uint8Array(await value.arrayBuffer());
      parts.push({ name, content, filename: value.name, ...value.type ? { type: value.type } : {} });
    }
  }
  return parts;
}
async function readStream(stream) {
  const parts = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  return joinBytes(parts);
}
function isTagged(value, tag) {
  return Object.prototype.toString.call(value) === `[object ${tag}]`;
}
export {
  readRequest
};
