import { readForm } from "../body.js";
import { invalid, missing, notFound } from "../failure.js";
import { jsonResponse } from "../responses.js";
async function uploadFile(incoming) {
  const form = await readForm(incoming.request);
  const purpose = form.get("purpose");
  if (typeof purpose !== "string") throw missing("purpose");
  if (incoming.service === "together" && purpose !== "batch-api") {
    throw invalid("purpose", `Invalid value: '${purpose}'. Supported values are: 'batch-api'.`);
  }
  const file = form.get("file");
  if (file === null || typeof file === "string") throw missing("file");
  return jsonResponse(describe(saveFile(incoming, file.name, purpose, await file.text())));
}
function saveFile({ state }, name, purpose, text) {
  const file = { id: `file-${state.createId()}`, name, purpose, created: Math.floor(state.now() / 1e3), text };
  state.batches.files.set(file.id, file);
  return file;
}
function listFiles({ state }) {
  return jsonResponse({ object: "list", data: [...state.batches.files.values()].map(describe), has_more: false });
}
function readFile(incoming) {
  return jsonResponse(describe(findFile(incoming)));
}
function readFileContent(incoming) {
  return new Response(findFile(incoming).text, { headers: { "content-type": "application/octet-stream" } });
}
function deleteFile(incoming) {
  const { id } = findFile(incoming);
  incoming.state.batches.files.delete(id);
  return jsonResponse({ id, object: "file", deleted: true });
}
function findFile({ state, groups }) {
  const file = state.batches.files.get(groups[0] ?? "");
  if (!file) throw notFound(`No such File object: ${groups[0] ?? ""}`, "file_not_found");
  return file;
}
function describe({ id, name, purpose, created, text }) {
  return {
    id,
    object: "file",
    bytes: new TextEncoder().encode(text).length,
    created_at: created,
    filename: name,
    purpose,
    status: "processed"
  };
}
export {
  deleteFile,
  listFiles,
  readFile,
  readFileContent,
  saveFile,
  uploadFile
};
