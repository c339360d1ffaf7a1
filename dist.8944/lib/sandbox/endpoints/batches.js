import { runBatch } from "../batch-jobs.js";
import { readFields } from "../body.js";
import { describeFailure } from "../error-formats.js";
import { invalid, notFound, ServiceFailure } from "../failure.js";
import { behaviorOf } from "../models.js";
import { jsonResponse } from "../responses.js";
import { describeBatch } from "./batch-forms.js";
import { RowProblem, readRows } from "./batch-rows.js";
import { saveFile } from "./files.js";
const ENDPOINTS = {
  "/v1/chat/completions": async () => (await import("./chat.js")).answerChat,
  "/v1/completions": async () => (await import("./completions.js")).answerCompletion,
  "/v1/embeddings": async () => (await import("./embeddings.js")).answerEmbeddings
};
const CHAT_ONLY = ["groq"];
const ONE_MODEL = ["deepinfra", "novita"];
async function createBatch(incoming) {
  const { state, service } = incoming;
  const fields = await readFields(incoming.request);
  const fileId = fields.requireText("input_file_id");
  const file = state.batches.files.get(fileId);
  if (!file) throw notFound(`No such File object: ${fileId}`, "file_not_found");
  const endpoint = fields.requireText("endpoint");
  const load = ENDPOINTS[endpoint];
  if (!load || CHAT_ONLY.includes(service) && endpoint !== "/v1/chat/completions") {
    throw invalid("endpoint", `Invalid value: '${endpoint}'.`);
  }
  const window = fields.text("completion_window") ?? "24h";
  if (!/^\d+[hd]$/.test(window)) throw invalid("completion_window", `Invalid value: '${window}'.`);
  const batch = {
    id: `batch_${state.createId()}`,
    inputFile: fileId,
    endpoint,
    window,
    metadata: fields.object("metadata") ?? null,
    created: Math.floor(state.now() / 1e3),
    status: "validating",
    polls: 0,
    total: 0,
    lines: []
  };
  state.batches.batches.set(batch.id, batch);
  const described = describeBatch(service, batch, "created");
  try {
    const rows = readRows(file.text, ONE_MODEL.includes(service));
    batch.total = rows.length;
    const handle = await load();
    void runBatch(
      batch,
      rows,
      state.latency,
      (row) => answerRow(incoming, handle, row),
      (status) => finishBatch(incoming, batch, status)
    );
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error;
    batch.status = "failed";
    batch.problem = error.problem;
  }
  return jsonResponse(described);
}
function readBatch(incoming) {
  const batch = findBatch(incoming);
  const isEarly = batch.polls++ < incoming.state.pendingPolls;
  return jsonResponse(describeBatch(incoming.service, batch, isEarly ? "early" : "now"));
}
function listBatches({ state, service, query }) {
  const all = [...state.batches.batches.values()].reverse();
  const after = query.get("after");
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = Math.max(1, Number(query.get("limit")) || 20);
  const data = all.slice(start, start + limit).map((batch) => describeBatch(service, batch, "now"));
  if (service === "together") return jsonResponse(data);
  return jsonResponse({ object: "list", data, has_more: start + limit < all.length });
}
function cancelBatch(incoming) {
  const batch = findBatch(incoming);
  if (batch.ended === void 0 && batch.status !== "failed") batch.status = "cancelling";
  return jsonResponse(describeBatch(incoming.service, batch, "now"));
}
function findBatch({ state, groups }) {
  const batch = state.batches.batches.get(groups[0] ?? "");
  if (!batch) throw notFound(`No batch with id ${groups[0] ?? ""}.`);
  return batch;
}
async function answerRow(incoming, handle, row) {
  if (behaviorOf(String(row.body["model"])) === "endless") return void 0;
  const request = new Request(incoming.request.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...row.body, stream: false })
  });
  try {
    const response = await handle({ ...incoming, request, groups: [] });
    return { customId: row.customId, response: { status: response.status, body: await response.json() } };
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error : new ServiceFailure(500, String(error));
    return { customId: row.customId, response: describeFailure(incoming.service, failure) };
  }
}
function finishBatch(incoming, batch, status) {
  const { state } = incoming;
  const isGood = ({ response }) => response !== void 0 && response.status < 400;
  const write = (lines) => lines.map(
    ({ customId, response, error }) => JSON.stringify({
      id: `batch_req_${state.createId()}`,
      custom_id: customId,
      response: response ? { status_code: response.status, request_id: state.createId(), body: response.body } : null,
      error: error ?? null
    })
  ).map((line) => `${line}
`).join("");
  const good = batch.lines.filter(isGood);
  const bad = batch.lines.filter((line) => !isGood(line));
  if (good.length > 0)
    batch.outputFile = saveFile(incoming, `${batch.id}_output.jsonl`, "batch_output", write(good)).id;
  if (bad.length > 0) batch.errorFile = saveFile(incoming, `${batch.id}_error.jsonl`, "batch_output", write(bad)).id;
  batch.status = status;
  batch.ended = Math.floor(state.now() / 1e3);
}
export {
  cancelBatch,
  createBatch,
  listBatches,
  readBatch
};
