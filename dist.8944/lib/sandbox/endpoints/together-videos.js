import { readFields } from "../body.js";
import { invalid } from "../failure.js";
import { isRecord } from "../is-record.js";
import { pollJob } from "../jobs.js";
import { jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { findJob, startJob } from "./jobs.js";
import { receiveImage, storeFile, videoOf } from "./media.js";
const LONGEST_FRAME = 61440;
const STATUS = { queued: "queued", running: "in_progress", done: "completed", failed: "failed" };
async function queueTogetherVideo(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const [frame] = readFrames(fields.get("frame_images"));
  const prompt = frame === void 0 ? fields.requireText("prompt") : fields.text("prompt") ?? "";
  const image = frame === void 0 ? void 0 : await receiveImage(incoming, frame, "frame_images");
  const media = videoOf(incoming, prompt, image, fields);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, async () => ({ video_url: storeFile(incoming, media), cost: 0 }));
  return jsonResponse(await describe(incoming, job, model, "queued"));
}
async function pollTogetherVideo(incoming) {
  const job = findJob(incoming, incoming.groups[0]);
  return jsonResponse(await describe(incoming, job, void 0, pollJob(job, incoming.state.pendingPolls)));
}
async function describe({ state }, job, model, jobState) {
  return {
    id: job.id,
    object: "video",
    ...model === void 0 ? {} : { model },
    status: STATUS[jobState],
    created_at: Math.floor(state.now() / 1e3),
    ...jobState === "done" ? { outputs: await job.result() } : {},
    ...jobState === "failed" ? { error: { code: "generation_failed", message: job.failure } } : {}
  };
}
function readFrames(value) {
  if (value === void 0) return [];
  if (!Array.isArray(value)) throw invalid("frame_images", "Invalid type for 'frame_images': expected an array.");
  return value.map((item) => {
    const image = isRecord(item) ? item["input_image"] : void 0;
    if (typeof image !== "string") throw invalid("frame_images.input_image", "Missing 'input_image'.");
    if (image.length > LONGEST_FRAME) {
      throw invalid("frame_images.input_image", `String should have at most ${LONGEST_FRAME} characters.`);
    }
    return image;
  });
}
export {
  pollTogetherVideo,
  queueTogetherVideo
};
