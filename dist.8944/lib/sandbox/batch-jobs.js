import { wait } from "../http/index.js";
import { BoundedMap } from "./jobs.js";
const KEPT = 64;
function createBatchStore() {
  return { files: new BoundedMap(KEPT), batches: new BoundedMap(KEPT) };
}
const TURN = 20;
async function runBatch(batch, rows, latency, answer, finish) {
  const open = [];
  batch.status = "in_progress";
  for (const [index, row] of rows.entries()) {
    if (latency > 0 || index % TURN === 0) await wait(latency);
    const line = isCancelled(batch) ? void 0 : await answer(row);
    if (line) batch.lines.push(line);
    else open.push(row);
  }
  const status = isCancelled(batch) ? "cancelled" : open.length > 0 ? "expired" : "completed";
  const message = status === "cancelled" ? "The batch was cancelled." : "This request was not answered before the completion window ended.";
  for (const { customId } of open) batch.lines.push({ customId, error: { code: `batch_${status}`, message } });
  batch.lines.reverse();
  finish(status);
}
function isCancelled({ status }) {
  return status === "cancelling";
}
export {
  createBatchStore,
  runBatch
};
