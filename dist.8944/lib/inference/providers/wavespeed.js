import { getPath } from "../../json.js";
import { deliverImage } from "../adapters/image.js";
import { encodeInput } from "../adapters/input.js";
import { download } from "../adapters/media.js";
import { omit, rest } from "../adapters/payload.js";
import { jobFailed, pathOf, poll } from "../adapters/poll.js";
import { isString, listOf, malformed, received } from "../adapters/shape.js";
const MALFORMED = received("WaveSpeed AI API");
const NO_OUTPUT = `${MALFORMED}: No output URL in completed response`;
const NO_DOWNLOAD = { text: "Failed to fetch generation output from WaveSpeed AI API" };
const NO_IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";
const wavespeed = {
  id: "wavespeed",
  label: "WaveSpeedAI",
  hubOrg: "wavespeed",
  baseUrl: "https://api.wavespeed.ai",
  tasks: {
    "text-to-image": { ...fromText(), parse: deliver },
    "text-to-video": fromText(),
    "image-to-image": fromImage(),
    "image-to-video": fromImage(),
    "image-text-to-image": fromImage(NO_IMAGE),
    "image-text-to-video": fromImage(NO_IMAGE)
  }
};
function fromText() {
  return {
    route,
    payload: (call) => ({
      ...rest(call.args),
      ...omit(call.args.parameters, "images"),
      prompt: call.args.inputs,
      ...loras(call)
    }),
    parse: fetchOutput
  };
}
function fromImage(missing) {
  return {
    route,
    file: "base64",
    encode: async (args, transport) => ({
      ...args,
      inputs: missing !== void 0 && !args.inputs ? missing : await encodeInput(args.inputs, transport)
    }),
    payload: (call) => {
      const { args } = call;
      const given = args["images"] ?? args.parameters?.["images"];
      return {
        ...rest(args),
        image: args.inputs,
        images: isTexts(given) ? given : [args.inputs],
        ...omit(args.parameters, "images"),
        prompt: args.parameters?.["prompt"],
        ...loras(call)
      };
    },
    parse: fetchOutput
  };
}
const isTexts = listOf(isString);
function route({ model }) {
  return `api/v3/${model}`;
}
function loras({ mapping }) {
  return mapping?.adapter === "lora" ? { loras: [{ path: mapping.hfModelId, scale: 1 }] } : {};
}
async function fetchOutput(response) {
  const job = await finishJob(response);
  return download(response, outputOf(job), () => malformed(NO_OUTPUT), NO_DOWNLOAD);
}
async function deliver(response) {
  const job = await finishJob(response);
  return deliverImage(response, { url: outputOf(job) }, NO_OUTPUT, job, NO_DOWNLOAD);
}
function outputOf(job) {
  return getPath(job, "data", "outputs", 0);
}
async function finishJob(response) {
  const path = pathOf(getPath(response.data, "data", "urls", "get"));
  if (path === void 0) throw malformed(MALFORMED);
  return poll(response, {
    target: path,
    interval: 500,
    atOnce: true,
    failed: "Failed to fetch response status from WaveSpeed AI API",
    malformed: MALFORMED,
    status: ["data", "status"],
    read: (answer, status) => {
      if (!isString(status)) throw malformed(MALFORMED);
      if (status === "failed") {
        const detail = getPath(answer, "data", "error");
        throw jobFailed(isString(detail) && detail !== "" ? detail : "Task failed");
      }
      return status === "completed" ? answer : void 0;
    }
  });
}
export {
  wavespeed
};
