import { readFields } from "../body.js";
import { pollJob } from "../jobs.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { findJob, startJob } from "./jobs.js";
import { storeFile, videoOf } from "./media.js";
const STATUS = {
  queued: "TASK_STATUS_QUEUED",
  running: "TASK_STATUS_PROCESSING",
  done: "TASK_STATUS_SUCCEED",
  failed: "TASK_STATUS_FAILED"
};
async function queueNovitaVideo(incoming) {
  const [model = ""] = incoming.groups;
  const fields = await readFields(incoming.request);
  const media = videoOf(incoming, fields.requireText("prompt"), void 0, fields);
  fields.integer("steps", 1, 200);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, async () => ({
    video_url: storeFile(incoming, media),
    video_url_ttl: 0,
    video_type: "mp4"
  }));
  return jsonResponse({ task_id: job.id });
}
async function answerNovitaVideo(incoming) {
  const [model = ""] = incoming.groups;
  const fields = await readFields(incoming.request);
  const media = videoOf(incoming, fields.requireText("prompt"), void 0, fields);
  checkBehavior(model);
  const video_url = storeFile(incoming, media);
  return jsonResponse({ video: { video_url, video_url_ttl: 0, video_type: "mp4" } });
}
async function pollNovita(incoming) {
  const job = findJob(incoming, incoming.query.get("task_id"));
  const jobState = pollJob(job, incoming.state.pendingPolls);
  return jsonResponse({
    extra: {},
    task: {
      task_id: job.id,
      status: STATUS[jobState],
      reason: jobState === "failed" ? job.failure : "",
      progress_percent: jobState === "done" ? 100 : jobState === "running" ? 50 : 0,
      eta: 0
    },
    images: [],
    videos: jobState === "done" ? [await job.result()] : []
  });
}
export {
  answerNovitaVideo,
  pollNovita,
  queueNovitaVideo
};
