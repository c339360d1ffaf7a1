import { readFields } from "../body.js";
import { pollJob } from "../jobs.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { findJob, startJob } from "./jobs.js";
import { imageOf, storeFile } from "./media.js";
const HOST = "api.us1.bfl.ai";
async function queueBflImage(incoming) {
  const [model = ""] = incoming.groups;
  const fields = await readFields(incoming.request);
  const prompt = fields.requireText("prompt");
  const media = imageOf(incoming, prompt, fields);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, async () => ({
    sample: storeFile(incoming, media),
    prompt,
    seed: fields.integer("seed") ?? incoming.state.seed
  }));
  return jsonResponse({ id: job.id, polling_url: incoming.providerUrl(HOST, `v1/get_result?id=${job.id}`) });
}
async function pollBflImage(incoming) {
  const job = findJob(incoming, incoming.query.get("id"));
  const jobState = pollJob(job, incoming.state.pendingPolls);
  const status = jobState === "done" ? "Ready" : jobState === "failed" ? "Error" : "Pending";
  return jsonResponse({
    id: job.id,
    status,
    result: jobState === "done" ? await job.result() : null,
    progress: jobState === "done" ? 1 : null,
    ...jobState === "failed" ? { details: { error: job.failure } } : {}
  });
}
export {
  pollBflImage,
  queueBflImage
};
