import { readFields } from "../body.js";
import { pollJob } from "../jobs.js";
import { captionImage } from "../media/analyze-image.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { findJob, startJob } from "./jobs.js";
import { imageOf, receiveImage, storeFile } from "./media.js";
async function queueZaiImage(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const media = imageOf(incoming, fields.requireText("prompt"), fields);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, async () => [{ url: storeFile(incoming, media) }]);
  return jsonResponse({ id: job.id, request_id: job.id, model, task_status: "PROCESSING" });
}
async function pollZaiImage(incoming) {
  const job = findJob(incoming, incoming.groups[0]);
  const jobState = pollJob(job, incoming.state.pendingPolls);
  return jsonResponse({
    id: job.id,
    request_id: job.id,
    task_status: jobState === "done" ? "SUCCESS" : jobState === "failed" ? "FAIL" : "PROCESSING",
    ...jobState === "done" ? { image_result: await job.result() } : {}
  });
}
async function answerLayout(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const image = await receiveImage(incoming, fields.get("file"), "file");
  checkBehavior(model);
  return jsonResponse({
    id: incoming.state.createId(),
    created: Math.floor(incoming.state.now() / 1e3),
    model,
    md_results: captionImage(image),
    data_info: { num_pages: 1, pages: [{ width: image.info.width, height: image.info.height }] },
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  });
}
export {
  answerLayout,
  pollZaiImage,
  queueZaiImage
};
