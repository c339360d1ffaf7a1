import { Fields, readFields } from "../body.js";
import { missing } from "../failure.js";
import { cancelJob, pollJob } from "../jobs.js";
import { transcribe } from "../media/analyze-audio.js";
import { behaviorOf, findTask, taskOf } from "../models.js";
import { hash } from "../random.js";
import { jsonResponse } from "../responses.js";
import { openRecording } from "./audio.js";
import { checkBehavior } from "./behavior.js";
import { runChat } from "./chat.js";
import { findJob, startJob } from "./jobs.js";
import { editOf, imageOf, receiveFile, receiveImage, speechOf, storeFile, videoOf } from "./media.js";
const HOST = "api.replicate.com";
const LANGUAGE_MODEL = /llama|mistral|mixtral|instruct|-chat|claude|gemini|gpt-(?!image)|deepseek|granite|qwen/i;
const STATUS = { queued: "starting", running: "processing", done: "succeeded", failed: "failed" };
async function predict(incoming) {
  const fields = await readFields(incoming.request);
  const model = incoming.groups[0] || fields.requireText("version");
  const given = fields.object("input");
  if (!given) throw missing("input");
  const input = new Fields(given);
  const output = await createOutput(incoming, model, input);
  checkBehavior(model, "job");
  const job = startJob(incoming, model, output);
  const waits = /\bwait\b/.test(incoming.request.headers.get("prefer") ?? "");
  const isLate = job.endless || behaviorOf(model) === "queued";
  const jobState = !waits || isLate ? "queued" : job.failure === void 0 ? "done" : "failed";
  return jsonResponse(await describe(incoming, job, model, jobState, given), 201);
}
async function cancelPrediction(incoming) {
  const job = findJob(incoming, incoming.groups[0]);
  cancelJob(job, incoming.state.pendingPolls);
  return jsonResponse(await describe(incoming, job, "", pollJob(job, incoming.state.pendingPolls), {}));
}
function describeReplicateModel({ state, groups }) {
  const [model = ""] = groups;
  checkBehavior(model);
  const [owner, name] = model.split("/");
  const time = new Date(state.now()).toISOString();
  return jsonResponse({
    url: `https://replicate.com/${model}`,
    owner,
    name,
    description: `A ${taskOf(model)} model of the sandbox.`,
    visibility: "public",
    github_url: null,
    paper_url: null,
    license_url: null,
    run_count: 0,
    cover_image_url: null,
    default_example: null,
    latest_version: { id: createVersion(model), created_at: time, cog_version: "0.16.0", openapi_schema: {} }
  });
}
function createVersion(model) {
  return Array.from({ length: 8 }, (_, part) => hash("version", model, part).toString(16).padStart(8, "0")).join("");
}
async function pollPrediction(incoming) {
  const job = findJob(incoming, incoming.groups[0]);
  return jsonResponse(await describe(incoming, job, "", pollJob(job, incoming.state.pendingPolls), {}));
}
async function createOutput(incoming, model, input) {
  const audio = input.get("audio");
  if (audio !== void 0) {
    const recording = openRecording(await receiveFile(incoming, audio, "input.audio"), "input.audio");
    return async () => ({ ...transcribe(recording), transcription: transcribe(recording).text });
  }
  const image = input.get("image") ?? input.get("input_image");
  if (image !== void 0) {
    const received = await receiveImage(incoming, image, "input.image");
    const media2 = editOf(incoming, received, input.text("prompt") ?? "", model, input);
    return async () => [storeFile(incoming, media2)];
  }
  if (input.get("text") !== void 0) {
    const media2 = speechOf(input.requireText("text"), input.text("voice") ?? model);
    return async () => storeFile(incoming, media2);
  }
  const prompt = input.text("prompt");
  if (!prompt) throw missing("input.prompt");
  const task = findTask(model);
  if (task === "conversational" || task === "text-generation" || !task && LANGUAGE_MODEL.test(model)) {
    const text = await writeText(incoming, model, prompt, input);
    return async () => text;
  }
  const isVideo = task?.endsWith("-to-video") === true;
  const media = isVideo ? videoOf(incoming, prompt, void 0, input) : imageOf(incoming, prompt, input);
  return async () => isVideo ? storeFile(incoming, media) : [storeFile(incoming, media)];
}
async function writeText(incoming, model, prompt, input) {
  const system = input.text("system_prompt");
  const messages = [...system ? [{ role: "system", content: system }] : [], { role: "user", content: prompt }];
  const max_tokens = input.get("max_tokens") ?? input.get("max_new_tokens");
  const { temperature, seed } = input.all;
  const { choices } = await runChat(incoming, new Fields({ model, messages, max_tokens, temperature, seed }));
  return choices[0]?.tokens ?? [];
}
async function describe({ state, providerUrl }, job, model, jobState, input) {
  const isOver = jobState === "done" || jobState === "failed";
  const time = new Date(state.now()).toISOString();
  return {
    id: job.id,
    model,
    version: "hidden",
    input,
    logs: "",
    output: jobState === "done" ? await job.result() : null,
    data_removed: false,
    error: jobState === "failed" ? job.failure : null,
    status: job.canceled ? "canceled" : STATUS[jobState],
    created_at: time,
    ...isOver ? { started_at: time, completed_at: time, metrics: { predict_time: 0.1 } } : {},
    urls: {
      get: providerUrl(HOST, `v1/predictions/${job.id}`),
      cancel: providerUrl(HOST, `v1/predictions/${job.id}/cancel`)
    }
  };
}
export {
  cancelPrediction,
  describeReplicateModel,
  pollPrediction,
  predict
};
