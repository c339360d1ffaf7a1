import { readFields } from "../body.js";
import { pollJob } from "../jobs.js";
import { findTask } from "../models.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { findJob, startJob } from "./jobs.js";
import { editOf, imageOf, receiveImage, storeFile, videoOf } from "./media.js";
const HOST = "api.wavespeed.ai";
const STATUS = { queued: "created", running: "processing", done: "completed", failed: "failed" };
async function queueWavespeed(incoming) {
  const [model = ""] = incoming.groups;
  const fields = await readFields(incoming.request);
  const task = findTask(model) ?? "text-to-image";
  const takesImage = task.startsWith("image-");
  const prompt = takesImage ? fields.text("prompt") ?? "" : fields.requireText("prompt");
  const images = fields.get("images");
  const given = fields.get("image") ?? (Array.isArray(images) ? images[0] : void 0);
  const image = takesImage ? await receiveImage(incoming, given, "image") : void 0;
  const media = task.endsWith("-to-video") ? videoOf(incoming, prompt, image, fields) : image ? editOf(incoming, image, prompt, model, fields) : imageOf(incoming, prompt, fields);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, async () => [storeFile(incoming, media)]);
  return jsonResponse(await describe(incoming, job, model, "queued"));
}
async function pollWavespeed(incoming) {
  const job = findJob(incoming, incoming.groups[0]);
  return jsonResponse(await describe(incoming, job, "", pollJob(job, incoming.state.pendingPolls)));
}
async function describe(incoming, job, model, jobState) {
  return {
    code: 200,
    message: "success",
    data: {
      id: job.id,
      model,
      outputs: jobState === "done" ? await job.result() : [],
      urls: { get: incoming.providerUrl(HOST, `api/v3/predictions/${job.id}/result`) },
      status: STATUS[jobState],
      created_at: new Date(incoming.state.now()).toISOString(),
      error: jobState === "failed" ? job.failure : ""
    }
  };
}
export {
  pollWavespeed,
  queueWavespeed
};
