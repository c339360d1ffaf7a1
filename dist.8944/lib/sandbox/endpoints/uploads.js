import { readBytes, readFields, readForm } from "../body.js";
import { missing, notFound } from "../failure.js";
import { jsonResponse } from "../responses.js";
import { checkFileSize } from "./media.js";
const OCTETS = "application/octet-stream";
async function startFalUpload(incoming) {
  const fields = await readFields(incoming.request);
  const type = fields.text("content_type") ?? OCTETS;
  const url = keepUpload(incoming, fields.text("file_name") ?? "file", type, new Uint8Array(0));
  return jsonResponse({ upload_url: url, file_url: url });
}
async function uploadReplicateFile(incoming) {
  const { state, request } = incoming;
  const file = (await readForm(request)).get("content");
  if (file === null || typeof file === "string") throw missing("content");
  const bytes = new Uint8Array(await file.arrayBuffer());
  checkFileSize(bytes.length, "content");
  return jsonResponse(
    {
      id: state.createId(),
      name: file.name,
      content_type: file.type || OCTETS,
      size: bytes.length,
      metadata: {},
      created_at: new Date(state.now()).toISOString(),
      expires_at: null,
      urls: { get: keepUpload(incoming, file.name, file.type || OCTETS, bytes) }
    },
    201
  );
}
async function receiveUpload({ state, request }, name) {
  const announced = state.jobs.uploads.get(name);
  if (!announced) throw notFound("No such upload, or it has expired.");
  const bytes = await readBytes(request);
  checkFileSize(bytes.length, "file");
  state.jobs.uploads.set(name, { type: announced.type, read: async () => bytes });
  return new Response(null, { status: 200 });
}
function keepUpload({ state, fileUrl }, fileName, type, bytes) {
  const [, extension = "bin"] = /\.([a-z0-9]{1,8})$/i.exec(fileName) ?? [];
  const name = `${state.createId()}.${extension}`;
  state.jobs.uploads.set(name, { type, read: async () => bytes });
  return fileUrl(name);
}
export {
  receiveUpload,
  startFalUpload,
  uploadReplicateFile
};
