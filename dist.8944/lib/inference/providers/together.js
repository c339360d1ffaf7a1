import { InferenceClientInputError } from "../../errors.js";
import { getPath, isRecord } from "../../json.js";
import { embeddings } from "../adapters/embeddings.js";
import { deliverImage, findImage, imageGenerations, responseFormat } from "../adapters/image.js";
import { encodeDataUrl, readBlobInput } from "../adapters/input.js";
import { download } from "../adapters/media.js";
import { omit, rest } from "../adapters/payload.js";
import { jobFailed, poll, segment } from "../adapters/poll.js";
import { isString, malformed, received } from "../adapters/shape.js";
import { speech, transcriptions } from "../adapters/speech.js";
import { completions, nestedCompletionPayload, readCompletion, withModel } from "../adapters/text.js";
import { together as base } from "./chat/together.js";
const POLLS = 150;
const VIDEOS = "v2/videos";
const LONGEST_FRAME = 61440;
const together = {
  ...base,
  tasks: {
    "text-to-image": imageGenerations(
      received("Together text-to-image API"),
      (call) => ({
        ...rest(call.args),
        ...parameters(call),
        prompt: call.args.inputs,
        response_format: responseFormat(call, "base64"),
        model: call.model
      }),
      { find: findImage }
    ),
    conversational: base.tasks.conversational,
    "text-generation": completions(received("Together text generation API"), {
      payload: nestedCompletionPayload,
      read: withModel((data) => {
        const output = readCompletion(data);
        const finish_reason = getPath(data, "choices", 0, "finish_reason");
        const seed = getPath(data, "choices", 0, "seed");
        return output && { ...output, details: { finish_reason, seed } };
      })
    }),
    "image-to-image": {
      route: () => "v1/images/generations",
      encode: blobInput("image-to-image", "image/jpeg"),
      payload: (call) => ({
        ...rest(call.args),
        prompt: call.args.parameters?.["prompt"] ?? "",
        ...imageField(call),
        ...omit(parameters(call), "prompt"),
        response_format: "base64",
        model: call.model
      }),
      parse: async (response) => await deliverImage(
        { ...response, call: { ...response.call, outputType: "blob" } },
        findImage(response.data),
        received("Together image-to-image API")
      )
    },
    "text-to-video": {
      route: () => VIDEOS,
      payload: (call) => ({
        ...rest(call.args),
        ...videoParameters(call),
        prompt: call.args.inputs,
        model: call.model
      }),
      parse: fetchVideo
    },
    "image-to-video": {
      route: () => VIDEOS,
      encode: async (args, transport) => checkFrame(await blobInput("image-to-video", "image/png")(args, transport)),
      payload: (call) => {
        const { prompt, ...others } = videoParameters(call);
        return {
          ...rest(call.args),
          ...others,
          frame_images: [{ input_image: call.args.inputs, frame: "first" }],
          model: call.model,
          ...present({ prompt: prompt ?? void 0 })
        };
      },
      parse: fetchVideo
    },
    "feature-extraction": embeddings(received("Together feature-extraction (embeddings) API: {json}")),
    "text-to-speech": speech(received("Together text-to-speech API: {json}"), { extra: voice }),
    "automatic-speech-recognition": transcriptions(received("Together automatic-speech-recognition API: {json}"), {
      refused: "Together automatic-speech-recognition expects a Blob, ArrayBuffer, or HTTP(S) URL string audio input.",
      passes: (value) => /^https?:\/\//.test(String(value))
    })
  }
};
function parameters({ args }) {
  const { num_inference_steps: steps, ...others } = args.parameters ?? {};
  return { ...others, ...present({ steps }) };
}
function videoParameters(call) {
  const { target_size: size, ...others } = parameters(call);
  return { ...others, ...present({ width: getPath(size, "width"), height: getPath(size, "height") }) };
}
function present(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== void 0));
}
function imageField({ args, model }) {
  const isEditor = ["kontext", "flux.1"].every((part) => model.toLowerCase().includes(part));
  return isEditor ? { image_url: args.inputs } : { reference_images: [args.inputs] };
}
function voice({ args, model }) {
  const preset = model.toLowerCase().includes("kokoro") ? "af_alloy" : void 0;
  return present({ voice: args.parameters?.["voice"] ?? preset });
}
function blobInput(task, untyped) {
  return async (args, transport) => {
    const blob = await readBlobInput(args.inputs, transport, "Together ".concat(task, " expects a Blob input."));
    return { ...args, inputs: await encodeDataUrl(blob, transport, untyped) };
  };
}
function checkFrame(args) {
  const { length } = String(args.inputs);
  if (length <= LONGEST_FRAME) return args;
  const [is, most] = [length, LONGEST_FRAME].map((count) => count.toLocaleString("en"));
  throw new InferenceClientInputError(
    "The image takes ".concat(is, " characters as a data URL; Together takes at most ").concat(most, " characters, an image of about 45 kB."),
    "over-limit"
  );
}
async function fetchVideo(response) {
  const { data } = response;
  const id = getPath(data, "id");
  if (!isString(id) || id === "") {
    throw malformed(received("Together video API: no job ID found in the response"));
  }
  const malformedJob = received("Together video API: failed to parse job result");
  const url = findVideo(data) ?? await poll(response, {
    target: "".concat(VIDEOS, "/").concat(segment(id)),
    showHeaders: true,
    interval: 2e3,
    limit: POLLS,
    failed: "Failed to fetch Together video job result",
    malformed: malformedJob,
    exhausted: () => "Timed out while waiting for Together video generation \u2014 aborting after ".concat(POLLS, " status polls"),
    read: (job) => {
      if (!isRecord(job)) throw malformed(malformedJob);
      return findVideo(job);
    },
    status: ["status"]
  });
  return download(response, url, noVideo, { text: "Failed to download Together video output" });
}
function findVideo(job) {
  const status = getPath(job, "status");
  if (status === void 0 || status === "queued" || status === "in_progress") return void 0;
  if (status === "failed") {
    const detail = getPath(job, "error", "message");
    throw jobFailed("Together video generation failed: ".concat(isString(detail) ? detail : "Unknown error"));
  }
  if (status !== "completed") throw jobFailed("Unexpected Together video job status: ".concat(JSON.stringify(status)));
  const url = getPath(job, "outputs", "video_url");
  if (!url) throw noVideo();
  return url;
}
function noVideo() {
  return malformed("No video URL found in completed Together video job.");
}
export {
  together
};
